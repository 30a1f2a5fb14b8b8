/**
 * Returns what a command of Terraform printed as JSON, without the notices before it. OpenTofu prints warnings about the
 * CLI configuration on standard output, such as one about a missing file in TF_CLI_CONFIG_FILE (`cmd/tofu/main.go`).
 */
export function withoutNotices(output: string): string {
  const start = output.search(/^\ufeff?[^\S\n]*[{[]/m);
  return start > 0 ? output.slice(start) : output;
}
