import { chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { version } from '../../package.json';
import { billFile, billOfMaterials } from './bill-of-materials';
import { bundle, providerIn } from './bundle';
import { bundledPackages } from './bundled-packages';
import { licenceTexts } from './licences';
import { writePacked } from './mirror';

/**
 * Builds the executable provider (dist/provider), and packs it. The program's name must differ: Terraform executes the first
 * file of a package whose name starts with `terraform-provider-svc` and continues with `.` or `_`.
 *
 * @param encoded responses by name of the call, for launches that need nothing else
 */
export async function buildProvider(encoded: Readonly<Record<string, Uint8Array>>): Promise<void> {
  const program = join('dist', 'provider');
  const executable = `terraform-provider-svc_v${version}`;
  const inputs = await bundle(providerIn(), program);
  for (const [call, response] of Object.entries(encoded))
    await writeFile(join(program, `${call}.bin`), response);
  await copyFile(join(__dirname, 'launcher.sh'), join(program, executable));
  await chmod(join(program, executable), 0o755);
  await copyFile('LICENSE', join(program, 'LICENSE'));
  const packages = bundledPackages(inputs);
  await writeFile(join(program, 'THIRD-PARTY-LICENSES'), await licenceTexts(packages));
  await writeFile(join(program, billFile), billOfMaterials('terraform-provider-svc', version, packages));
  await writePacked(program, executable);
}
