import { license } from '../../package.json';

/** A package of the npm registry that is inside a product. */
export interface Material {
  readonly name: string;
  readonly version: string;
  /** SPDX licence expression. */
  readonly licence: string;
  /** Subresource integrity of its tarball: the algorithm and the digest in base64. */
  readonly integrity: string;
  /** The name by which scanners know it, if its package is a repackaging. */
  readonly cpe?: string;
}

/** What a package brings compiled, without saying its version. */
export const compiledIn: Readonly<
  Record<string, readonly { name: string; licence: string; purl: string }[]>
> = {
  undici: [{ name: 'llhttp', licence: 'MIT', purl: 'pkg:github/nodejs/llhttp' }],
};

/** Name of the file in a package. `.cdx.json` is CycloneDX's extension. */
export const billFile = 'bill-of-materials.cdx.json';

/**
 * Returns a CycloneDX 1.6 bill of materials: the product, and the name, version, licence, purl, address and digest
 * of each package inside it. It has no time and no serial number, so the same materials give the same bytes.
 */
export function billOfMaterials(name: string, version: string, materials: readonly Material[]): string {
  const byPurl = new Map(materials.map(material => [purlOf(material), material]));
  const components = [...byPurl].sort(([one], [other]) => (one < other ? -1 : 1)).map(componentOf);
  const licenses = [{ expression: license }];
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { type: 'application', name, version, 'bom-ref': name, licenses } },
    components,
    dependencies: [{ ref: name, dependsOn: components.map(({ purl }) => purl) }],
  };
  return `${JSON.stringify(bill, null, 2)}\n`;
}

/** A purl without a `repository_url` names the npm registry (purl specification, type npm). */
function purlOf({ name, version }: Material): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

function componentOf([purl, { name, version, licence, integrity, cpe }]: readonly [string, Material]) {
  const [last = '', group] = name.split('/').reverse();
  const digest = /^sha512-(\S+)$/.exec(integrity)?.[1];
  if (digest === undefined) throw new Error(`${integrity} is not one SHA-512 digest.`);
  const hashes = [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }];
  // The lock file names no address, because a clone may use a mirror of this registry.
  const url = `https://registry.npmjs.org/${name}/-/${last}-${version}.tgz`;
  return {
    type: 'library',
    name: last,
    group,
    version,
    'bom-ref': purl,
    hashes,
    licenses: [{ expression: licence }],
    purl,
    cpe,
    externalReferences: [{ url, type: 'distribution', hashes }],
    // CycloneDX's name for code that is inside another package instead of installed beside it.
    components: compiledIn[name]?.map(({ licence, ...part }) => ({
      type: 'library',
      ...part,
      licenses: [{ expression: licence }],
    })),
    properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }],
  };
}
