import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import { expect, it } from 'vitest';
import { sha256 } from '../../scripts/build/package-hash';
import { partsNamed } from '../../scripts/package/parts';
import { temporaryFolder } from '../../scripts/package/temporary-folder';
import { filesBelow } from '../../scripts/ready/products.mjs';
import { run, succeeded } from '../cdktf/run';
import { madePart } from './made-parts';

const names = partsNamed(['cdktf']).map(({ name }) => name);

/** Digests of the files of a part, but for what Maven writes a time into. */
function bytesOf(folder: string): Readonly<Record<string, string>> {
  const timeless = filesBelow(folder).filter(file => !/-sources\.jar|maven-metadata/.test(file));
  const files = timeless.map(file => [path.relative(folder, file), sha256(readFileSync(file))]);
  return Object.fromEntries(files);
}

it('every package has the same bytes when it is made once more, by another process in another time zone, with another umask', async () => {
  const again = temporaryFolder(tmpdir(), 'svc-again-');
  const first: Record<string, unknown> = {};
  for (const name of names) first[name] = bytesOf(await madePart(name));

  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const environment = { TZ: timeZone === 'Asia/Tokyo' ? 'UTC' : 'Asia/Tokyo' };
  const parameters = ['--import', 'tsx', 'scripts/package.ts', '--only', names.join(), '--into', again];
  const masked = ['-c', 'umask 077; exec "$@"', 'sh', process.execPath, ...parameters];
  succeeded(await run('sh', masked, { cwd: '.', environment }));
  const second = Object.fromEntries(names.map(name => [name, bytesOf(path.join(again, name))]));
  for (const files of Object.values(second)) expect(files).not.toEqual({});
  expect(second).toEqual(first);
});

it('every language carries the tarball that npm publishes, and the jar a licence', async () => {
  const [published = ''] = filesBelow(await madePart('cdktn/js'));
  const [carried = ''] = filesBelow(await madePart('cdktn/go')).filter(file => file.endsWith('.tgz'));
  expect(readFileSync(carried).equals(readFileSync(published))).toBe(true);
  const [jar = ''] = filesBelow(await madePart('cdktn/java')).filter(file => /\d\.jar$/.test(file));
  expect(Object.keys(unzipSync(readFileSync(jar)))).toContain('META-INF/LICENSE');
});

it.each(['cdktf', 'cdktn'])(
  'a wheel for %s documents itself by the short text, without TypeScript',
  async cdk => {
    const [wheel = ''] = filesBelow(await madePart(`${cdk}/python`));
    const files = unzipSync(readFileSync(wheel));
    const [metadata] = Object.keys(files).filter(name => name.endsWith('/METADATA'));
    for (const name of [`${cdk}_provider_svc/__init__.py`, metadata ?? '']) {
      const text = Buffer.from(files[name] ?? []).toString();
      expect(text).toContain(`# ${cdk}-provider-svc\n\nInfrastructure as code`);
      expect(text).not.toMatch(/^(?:```|import \{|new )/m);
    }
  },
);
