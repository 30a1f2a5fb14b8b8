import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { registryHosts } from '../../constructs/installation/registry-hosts';

/**
 * Returns the provider's packages in a mirror or a plugin folder, below it: `HOST/svc/svc/terraform-provider-svc_VERSION_OS_ARCH.zip`,
 * one for each registry and platform.
 *
 * @param version default: all
 */
export function packagesIn(folder: string, version?: string): readonly string[] {
  const pattern = /^terraform-provider-svc_(\d+\.\d+\.\d+[^_]*)_[a-z]+_[a-z0-9]+\.zip$/;
  const found = Object.values(registryHosts).flatMap(host => {
    const inner = join(host, 'svc', 'svc');
    const names = existsSync(join(folder, inner)) ? readdirSync(join(folder, inner)) : [];
    const ours = names.filter(name => {
      const its = pattern.exec(name)?.[1];
      return its !== undefined && its === (version ?? its);
    });
    return ours.map(name => join(inner, name));
  });
  return found.sort();
}
