import { TerraformProvider, type TerraformStack } from 'cdktf';
import { at, isRecord } from '../checks/values';
import { registryHosts } from '../installation/registry-hosts';

/**
 * Returns the addresses of the providers that a stack requires, as cdktf-cli searches for them in a lock file:
 * with Terraform's registry as the default host, also under OpenTofu.
 *
 * @internal
 */
export function requiredProviders(stack: TerraformStack): string[] {
  const providers = stack.node.findAll().filter(TerraformProvider.isTerraformProvider);
  const declared = [...providers.map(provider => provider.toTerraform()), at(stack, 'rawOverrides')];
  const sources = declared.flatMap(json => {
    const required = at(json, 'terraform', 'required_providers');
    return isRecord(required) ? Object.values(required).map(entry => at(entry, 'source')) : [];
  });
  return [
    ...new Set(sources.flatMap(source => (typeof source === 'string' ? fullAddress(source) : []))),
  ].sort();
}

function fullAddress(source: string): string {
  const parts = source.split('/').length;
  if (parts >= 3) return source;
  return `${registryHosts.terraform}/${parts === 1 ? `hashicorp/${source}` : source}`;
}
