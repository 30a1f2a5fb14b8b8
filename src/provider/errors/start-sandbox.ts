/** The command that starts a sandbox and sets its variables. Terraform does not wrap indented lines, so users can copy it. */
export const startSandbox = '\n\n    eval "$(npx cdktf-provider-svc sandbox --background)"';
