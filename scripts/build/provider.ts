import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { billFile, billOfMaterials } from './bill-of-materials';
import { bundle, providerIn } from './bundle';
import { bundledPackages } from './bundled-packages';
import { licenceTexts } from './licences';
import { writePacked } from './mirror';

export interface BuildOptions {
  /** The TypeScript file that starts the provider. */
  entry: string;
  /** Encoded responses by name of the call, for launches that need nothing else. */
  encoded: Readonly<Record<string, Uint8Array>>;
  version: string;
  /** Receives `provider/`, ready to run, and `packed/` and `mirror/`, ready to install from. */
  directory: string;
}

/**
 * Builds the executable provider. The program's name must differ: Terraform executes the first file of a package
 * whose name starts with `terraform-provider-svc` and continues with `.` or `_`.
 */
export async function buildProvider({ entry, encoded, version, directory }: BuildOptions): Promise<void> {
  const program = join(directory, 'provider');
  const executable = `terraform-provider-svc_v${version}`;
  const inputs = await bundle(providerIn(entry), program);
  for (const [call, response] of Object.entries(encoded))
    await writeFile(join(program, `${call}.bin`), response);
  await copyFile(join(__dirname, 'launcher.sh'), join(program, executable));
  await chmod(join(program, executable), 0o755);
  await copyFile(join(__dirname, '..', '..', 'LICENSE'), join(program, 'LICENSE'));
  const packages = bundledPackages(inputs);
  await writeFile(join(program, 'THIRD-PARTY-LICENSES'), await licenceTexts(packages));
  await writeFile(join(program, billFile), billOfMaterials('terraform-provider-svc', version, packages));
  await writePacked({ program, executable, version, directory });
}
