import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makePart } from '../../scripts/package/make-part';
import { partsNamed } from '../../scripts/package/parts';
import { filesBelow, fingerprintOf } from '../../scripts/ready/products.mjs';

const fingerprints = (folder: string) =>
  Object.fromEntries(filesBelow(folder).map(file => [path.relative(folder, file), fingerprintOf([file])]));

it.each(partsNamed(['cdktf']).map(({ name }) => name))(
  '%s has the same bytes when it is made once more, in another time zone',
  async name => {
    const first = await makePart(name);
    const before = fingerprints(first.folder);
    const zone = process.env['TZ'];
    process.env['TZ'] = 'Asia/Tokyo';
    try {
      const { folder } = await makePart(name);
      expect(fingerprints(folder)).toEqual(before);
      expect(Object.keys(before).length).toBeGreaterThan(0);
    } finally {
      if (zone === undefined) delete process.env['TZ'];
      else process.env['TZ'] = zone;
    }
  },
);

it('every language carries the tarball that npm publishes', async () => {
  const [{ folder: js }, { folder: dotnet }] = [await makePart('cdktn/js'), await makePart('cdktn/dotnet')];
  const [published = ''] = filesBelow(js);
  const [carried = ''] = filesBelow(dotnet).filter(file => file.endsWith('.tgz'));
  expect(readFileSync(carried).equals(readFileSync(published))).toBe(true);
});
