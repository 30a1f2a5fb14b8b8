import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runCalls } from '../../scripts/build/code-cache/run-calls';
import { typicalCalls } from '../../scripts/build/code-cache/typical-calls';
import { buildProvider } from '../../scripts/build/provider';
import { encodeProviderSchema } from '../../src/plugin/rpc/get-provider-schema';
import { svc } from '../../src/provider';

const preload = join(__dirname, 'fixture', 'cache-recorder.cjs');

let directory: string;
let built: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'code-cache-'));
  const entry = join(__dirname, '..', '..', 'src', 'provider', 'main.ts');
  const schema = encodeProviderSchema(svc);
  await buildProvider({ entry, schema, typicalCalls, version: '1.2.3', directory });
  built = join(directory, 'provider');
});
afterAll(() => rm(directory, { recursive: true }));

const cachesIn = (folder: string) =>
  readdirSync(folder)
    .filter(name => name.endsWith('.cache'))
    .map(name => join(folder, name));

/** Runs the typical calls, which reject when an answer is wrong; what became of each file's cache. */
async function verdicts(folder: string, flags = ''): Promise<readonly string[]> {
  const program = join(folder, 'provider.cjs');
  const { ended, stderr } = await runCalls({ program, calls: typicalCalls, preload, flags });
  expect(ended).toBe(0);
  // A V8 that is told a flag it does not know says so here.
  expect(stderr.replaceAll(/^CACHE .*\n/gm, '')).toBe('');
  return [...stderr.matchAll(/^CACHE (.*)$/gm)].map(([, verdict]) => verdict ?? '');
}

/** A build whose caches were tampered with. */
function altered(alter: (cache: string) => void): string {
  const folder = join(directory, `altered-${readdirSync(directory).length}`);
  cpSync(built, folder, { recursive: true });
  cachesIn(folder).forEach(alter);
  return folder;
}

test('every file that a plan and an apply load comes from its cache', async () => {
  const found = await verdicts(built);
  expect(found).toEqual(expect.arrayContaining(['start taken', 'methods taken', 'undici-direct taken']));
  expect(found.filter(verdict => !verdict.endsWith(' taken'))).toEqual([]);
});

describe('a provider answers as ever', () => {
  test.each<[string, string, (cache: string) => void]>([
    ['without a cache, as on another Node', 'without', cache => rmSync(cache)],
    ['with an empty cache', 'refused', cache => writeFileSync(cache, '')],
    ['with a cache of anything', 'refused', cache => writeFileSync(cache, Buffer.alloc(4096, 'x'))],
    ['with half a cache', 'refused', cache => writeFileSync(cache, readFileSync(cache).subarray(0, 2000))],
  ])('%s', async (_, verdict, alter) => {
    const found = await verdicts(altered(alter));
    expect(found).toContain(`methods ${verdict}`);
    expect(found.filter(each => !each.endsWith(` ${verdict}`))).toEqual([]);
  });

  test('under other flags than those of the build', async () => {
    expect(await verdicts(built, '--disallow-code-generation-from-strings')).toContain('methods refused');
  });
});

test('the caches are small, since Terraform hashes the package at every command', () => {
  const bytes = cachesIn(built).reduce((sum, cache) => sum + statSync(cache).size, 0);
  expect(bytes).toBeGreaterThan(100 * 1024);
  expect(bytes).toBeLessThan(720 * 1024);
});
