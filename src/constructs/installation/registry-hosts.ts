/** Default registries: `svc/svc` has no host, so Terraform and OpenTofu each use their own. */
export const registryHosts = { terraform: 'registry.terraform.io', tofu: 'registry.opentofu.org' } as const;

/** The program that installs the provider. */
export type Product = keyof typeof registryHosts;
