import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';
import { PackageURL } from 'packageurl-js';
import { license } from '../../package.json';

/** A package of the npm registry that is inside a product. */
export interface Material {
  readonly name: string;
  readonly version: string;
  /** SPDX licence expression. */
  readonly licence: string;
  /** Subresource integrity of its tarball: the algorithm and the digest in base64. */
  readonly integrity: string;
}

export interface Product {
  readonly name: string;
  readonly version: string;
}

/** Where everybody gets the packages. The lock file names no address, because a clone may use a mirror of this registry. */
const npmRegistry = 'https://registry.npmjs.org';

/** Name of the file in a package. `.cdx.json` is CycloneDX's extension. */
export const billFile = 'bill-of-materials.cdx.json';

/**
 * Returns a CycloneDX 1.6 bill of materials: the product, and the name, version, licence, purl, address and digest
 * of each package inside it. It has no time and no serial number, so the same materials give the same bytes.
 */
export function billOfMaterials({ name, version }: Product, materials: readonly Material[]): string {
  const bill = new Models.Bom();
  const product = new Models.Component(Enums.ComponentType.Application, name, { version, bomRef: name });
  product.licenses.add(new Models.LicenseExpression(license));
  bill.metadata.component = product;
  for (const material of materials) {
    const component = componentOf(material);
    bill.components.add(component);
    product.dependencies.add(component.bomRef);
  }
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const serializer = new Serialize.JsonSerializer(normalizers);
  return `${serializer.serialize(bill, { sortLists: true, space: 2 })}\n`;
}

/** Returns the bill of materials of a provider's package, or of several. Materials that these share are listed once. */
export function billOfProvider(version: string, materials: readonly Material[]): string {
  return billOfMaterials({ name: 'terraform-provider-svc', version }, [...new Set(materials)]);
}

/** A purl without a `repository_url` names the npm registry (purl specification, type npm). */
function componentOf({ name, version, licence, integrity }: Material): Models.Component {
  const [last = '', scope] = name.split('/').reverse();
  const purl = new PackageURL('npm', scope, last, version).toString();
  const component = new Models.Component(Enums.ComponentType.Library, last, {
    version,
    purl,
    bomRef: purl,
    ...(scope === undefined ? {} : { group: scope }),
  });
  component.licenses.add(new Models.LicenseExpression(licence));
  const tarball = new Models.ExternalReference(
    `${npmRegistry}/${name}/-/${last}-${version}.tgz`,
    Enums.ExternalReferenceType.Distribution,
  );
  for (const hashed of [component, tarball]) hashed.hashes.set(...digestOf(integrity));
  component.externalReferences.add(tarball);
  // CycloneDX's name for code that is inside another package instead of installed beside it.
  component.properties.add(new Models.Property('cdx:npm:package:bundled', 'true'));
  return component;
}

function digestOf(integrity: string): [Enums.HashAlgorithm, string] {
  const [, digest] = /^sha512-(\S+)$/.exec(integrity) ?? [];
  if (digest === undefined) throw new Error(`${integrity} is not one SHA-512 digest.`);
  return [Enums.HashAlgorithm['SHA-512'], Buffer.from(digest, 'base64').toString('hex')];
}
