import { version } from '../../package.json';
import { type ArchivedFile, archiveOf } from '../build/archive';
import { billFile, billOfMaterials, type Material } from '../build/bill-of-materials';
import { inputsOfBundle, providerIn } from '../build/bundle';
import { bundledPackages } from '../build/bundled-packages';
import { builtFiles } from '../build/provider';
import { type NodeBinary, nodeBinary, type Platform, platforms } from './node-binary';

/** The provider for one platform, as a registry has it: the program with its own Node.js. */
export interface RegistryArchive {
  readonly platform: Platform;
  /** `terraform-provider-svc_VERSION_OS_ARCH.zip`. */
  readonly name: string;
  readonly content: Buffer;
  /** What it contains: the bundled packages and the Node.js. */
  readonly materials: readonly Material[];
}

/** Returns the packages of a registry, one for each platform, with the provider as `npm run build` leaves it. */
export async function registryArchives(
  nodeOf: (platform: Platform) => Promise<NodeBinary>,
): Promise<readonly RegistryArchive[]> {
  const bundled = bundledPackages(await inputsOfBundle(providerIn()));
  const files = await builtFiles();
  const archives: RegistryArchive[] = [];
  // One after another: each of them has a hundred megabytes.
  for (const platform of platforms) {
    const node = await nodeOf(platform);
    const materials = [...bundled, node.material];
    const bill = billOfMaterials('terraform-provider-svc', version, materials);
    const content = await archiveOf(withNode(files, node, bill));
    const name = `terraform-provider-svc_${version}_${platform}.zip`;
    archives.push({ platform, name, content, materials });
  }
  return archives;
}

function withNode(
  files: readonly ArchivedFile[],
  { program, licence }: NodeBinary,
  bill: string,
): readonly ArchivedFile[] {
  return [
    ...files.filter(({ name }) => name !== billFile),
    { name: billFile, content: Buffer.from(bill), isExecutable: false },
    // The launcher looks for it under this name, beside itself.
    { name: 'node', content: program, isExecutable: true },
    { name: 'LICENSE-node', content: licence, isExecutable: false },
  ];
}

let built: Promise<readonly RegistryArchive[]> | undefined;

/** The archives of this clone's build. The parts of one run share them. */
export function builtArchives(): Promise<readonly RegistryArchive[]> {
  built ??= registryArchives(nodeBinary);
  return built;
}
