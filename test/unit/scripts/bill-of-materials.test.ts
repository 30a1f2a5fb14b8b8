import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { billOfMaterials } from '../../../scripts/build/bill-of-materials';

const bill = z.looseObject({
  components: z.array(z.looseObject({ purl: z.string(), hashes: z.array(z.unknown()) })),
});
const lockFile = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional() })),
});
const parse = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const hexOf = (integrity: string) => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');

const integrity = `sha512-${Buffer.alloc(64, 7).toString('base64')}`;
const cpe = 'cpe:2.3:a:nodejs:node.js:2.0.0:*:*:*:*:*:*:*';
const material = { name: '@scope/name', version: '2.0.0', licence: 'ISC', integrity, cpe };

describe('the bill of materials', () => {
  it('states name, version, licence, purl, CPE, address and digest of each package', () => {
    const hashes = [{ alg: 'SHA-512', content: hexOf(integrity) }];
    const url = 'https://registry.npmjs.org/@scope/name/-/name-2.0.0.tgz';
    expect(JSON.parse(billOfMaterials('product', '1.0.0', [material]))).toMatchObject({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { name: 'product' } },
      components: [
        {
          name: 'name',
          version: '2.0.0',
          purl: 'pkg:npm/%40scope/name@2.0.0',
          hashes,
          licenses: [{ expression: 'ISC' }],
          cpe,
          externalReferences: [{ type: 'distribution', url, hashes }],
        },
      ],
    });
  });

  it('in the npm package names the packages of its licence texts, with the digests of the lock file', () => {
    const { components } = bill.parse(parse('dist/bill-of-materials.cdx.json'));
    const versions = components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')));
    const titled = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:-{80}\n\n)?(\S+) (\d\S+) \(/gm)].map(
        ([, name, version]) => `${name}@${version}`,
      );
    expect(titled('dist/THIRD-PARTY-LICENSES').sort()).toEqual([...versions].sort());
    expect(versions).toEqual(expect.arrayContaining(titled('dist/provider/THIRD-PARTY-LICENSES')));
    for (const file of ['bill-of-materials.cdx.json', 'THIRD-PARTY-LICENSES'])
      expect(readFileSync(`dist/provider/${file}`, 'utf8')).toContain('llhttp');
    const { packages } = lockFile.parse(parse('package-lock.json'));
    const locked = Object.values(packages).map(each => hexOf(each.integrity ?? ''));
    for (const { hashes } of components)
      expect(locked.map(content => ({ alg: 'SHA-512', content }))).toContainEqual(hashes[0]);
  });
});
