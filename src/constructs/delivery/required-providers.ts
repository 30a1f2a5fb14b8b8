import { TerraformProvider, type TerraformStack } from 'cdktf';
import { at, isRecord } from '../checks/values';
import { registryHosts } from '../installation/registry-hosts';

/**
 * Returns the providers that a stack requires, by their addresses as cdktf-cli searches for them in a lock file: with
 * Terraform's registry as the default host, also under OpenTofu. Each has its version constraint.
 */
export function requiredProviders(stack: TerraformStack): ReadonlyMap<string, unknown> {
  const providers = stack.node.findAll().filter(TerraformProvider.isTerraformProvider);
  const declared = [...providers.map(provider => provider.toTerraform()), at(stack, 'rawOverrides')];
  const entries = declared.flatMap(json => {
    const required = at(json, 'terraform', 'required_providers');
    return isRecord(required) ? Object.values(required) : [];
  });
  const byAddress = entries.flatMap(entry => {
    const source = at(entry, 'source');
    return typeof source === 'string' ? [[fullAddress(source), at(entry, 'version')] as const] : [];
  });
  return new Map(byAddress.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function fullAddress(source: string): string {
  const parts = source.split('/').length;
  if (parts >= 3) return source;
  return `${registryHosts.terraform}/${parts === 1 ? `hashicorp/${source}` : source}`;
}
