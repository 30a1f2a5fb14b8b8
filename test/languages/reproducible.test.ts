import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { partsNamed } from '../../scripts/package/parts';
import { filesBelow, fingerprintOf } from '../../scripts/ready/products.mjs';
import { run, succeeded } from '../cdktf/run';

/** Makes a part by the command, in a time zone, and returns its files. */
async function made(name: string, zone: string): Promise<readonly string[]> {
  const parameters = ['--import', 'tsx', 'scripts/package.ts', '--only', name];
  succeeded(await run(process.execPath, parameters, { cwd: '.', environment: { TZ: zone } }));
  return filesBelow(path.join('dist/packages', name));
}

it.each(partsNamed(['cdktf']).map(({ name }) => name))(
  '%s has the same bytes when it is made once more, in another time zone',
  async name => {
    const first = (await made(name, 'UTC')).map(file => [file, fingerprintOf([file])]);
    const second = (await made(name, 'Asia/Tokyo')).map(file => [file, fingerprintOf([file])]);
    expect(first.length).toBeGreaterThan(0);
    expect(second).toEqual(first);
  },
);

it('every language carries the tarball that npm publishes', async () => {
  const [published = ''] = await made('cdktn/js', 'UTC');
  const [carried = ''] = (await made('cdktn/dotnet', 'UTC')).filter(file => file.endsWith('.tgz'));
  expect(readFileSync(carried).equals(readFileSync(published))).toBe(true);
});
