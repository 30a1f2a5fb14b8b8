import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { billOfMaterials } from '../../../scripts/build/bill-of-materials';
import { bundledPackages } from '../../../scripts/build/bundled-packages';

const bill = z.object({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.literal('1.6'),
  metadata: z.object({ component: z.object({ name: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.tuple([z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })]),
      licenses: z.tuple([z.object({ expression: z.string() })]),
      externalReferences: z.tuple([
        z.object({
          type: z.literal('distribution'),
          url: z.url(),
          hashes: z.tuple([z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })]),
        }),
      ]),
    }),
  ),
});

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional() })),
});
const hexOf = (integrity: string) => Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex');

const product = { name: 'product', version: '1.0.0' };
const digest = Buffer.alloc(64, 7);
const material = {
  name: '@scope/name',
  version: '2.0.0',
  licence: 'ISC',
  integrity: `sha512-${digest.toString('base64')}`,
};
const parse = (text: string) => bill.parse(JSON.parse(text));

describe('the bill of materials', () => {
  it('states name, version, licence, purl, address and digest of each package', () => {
    expect(parse(billOfMaterials(product, [material])).components).toMatchObject([
      {
        name: 'name',
        version: '2.0.0',
        purl: 'pkg:npm/%40scope/name@2.0.0',
        hashes: [{ content: digest.toString('hex') }],
        licenses: [{ expression: 'ISC' }],
        externalReferences: [
          {
            url: 'https://registry.npmjs.org/@scope/name/-/name-2.0.0.tgz',
            hashes: [{ content: digest.toString('hex') }],
          },
        ],
      },
    ]);
  });

  it('is the same text for the same packages in any order', () => {
    const other = { ...material, name: 'another' };
    const text = billOfMaterials(product, [material, other]);
    expect(billOfMaterials(product, [other, material])).toBe(text);
    expect(text).not.toMatch(/timestamp|serialNumber/);
  });

  it.each(['', 'sha1-AAAA', 'sha512-AAAA sha512-BBBB'])('is not made with the integrity %j', integrity => {
    expect(() => billOfMaterials(product, [{ ...material, integrity }])).toThrow('SHA-512');
  });

  it('in the npm package names the packages of its licence texts, which have all of the provider', () => {
    const { components } = parse(readFileSync('dist/bill-of-materials.cdx.json', 'utf8'));
    const versions = components.map(({ purl }) => decodeURIComponent(purl.replace('pkg:npm/', '')));
    const titled = (file: string) =>
      [...readFileSync(file, 'utf8').matchAll(/^(?:-{80}\n\n)?(\S+) (\d\S+) \(/gm)].map(
        ([, name, version]) => `${name}@${version}`,
      );
    expect(titled('dist/THIRD-PARTY-LICENSES').sort()).toEqual([...versions].sort());
    expect(versions).toEqual(expect.arrayContaining(titled('dist/provider/THIRD-PARTY-LICENSES')));
  });
});

it('the bill of the npm package states the integrity that the lock file has for each package', () => {
  const { packages } = lockFile.parse(JSON.parse(readFileSync('package-lock.json', 'utf8')));
  const { components } = parse(readFileSync('dist/bill-of-materials.cdx.json', 'utf8'));
  const locked = Object.values(packages).map(({ integrity = '' }) => hexOf(integrity));
  for (const { externalReferences } of components)
    expect(locked).toContain(externalReferences[0].hashes[0].content);
});

it('a bundled package that the lock file does not know is an error', () => {
  const [undici] = bundledPackages([require.resolve('undici')]);
  expect(undici).toMatchObject({
    name: 'undici',
    licence: 'MIT',
    integrity: expect.stringMatching(/^sha512-/),
  });
  expect(() => bundledPackages(['/elsewhere/node_modules/undici/index.js'])).toThrow();
});
