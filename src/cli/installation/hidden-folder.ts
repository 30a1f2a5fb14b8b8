import {
  configuredInstallation,
  installationAdvice,
  mirrorLines,
} from '../../constructs/installation/installation-advice';
import type { Product } from '../../constructs/installation/registry-hosts';

const products: readonly Product[] = ['terraform', 'tofu'];

/**
 * Returns what the user must do so that Terraform and OpenTofu, started in a working folder, find the installed
 * provider: an advice for each file of the CLI configuration with a `provider_installation` block that hides it, and for
 * a folder that they do not search by default.
 */
export function adviceFor(
  folder: string,
  version: string,
  isImplied: boolean,
  workingFolder: string,
): readonly string[] {
  const mirror = { path: folder, phrase: `in ${folder}, which has`, version };
  const advised = new Map<string, string>();
  for (const product of products) {
    const file = configuredInstallation(product, workingFolder)?.file;
    const advice =
      file === undefined && !isImplied
        ? unsearched(folder)
        : installationAdvice(product, workingFolder, mirror);
    if (advice !== undefined && !advised.has(file ?? '')) advised.set(file ?? '', advice);
  }
  return [...advised.values()];
}

const unsearched = (folder: string) =>
  [
    `Terraform and OpenTofu do not search ${folder} by default. Add to the CLI configuration (~/.terraformrc or ~/.tofurc)`,
    '',
    'provider_installation {',
    ...mirrorLines(folder).map(line => `  ${line}`),
    '  direct {',
    '    exclude = ["svc/svc"]',
    '  }',
    '}',
  ].join('\n');
