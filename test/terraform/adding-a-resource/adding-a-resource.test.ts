import { readFileSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HouseCopy, listingsIn } from '../../harness/house-copy';
import { findBreaches, houseRules } from '../../unit/architecture/house-rules';
import { CompiledCopy } from './compiled-copy';
import { differ, differences } from './differences';

const [ofResource = '', ofAttribute = ''] = readFileSync('ADDING-A-RESOURCE.md', 'utf8').split(
  '## Add an attribute',
);
const listings = listingsIn(ofResource);
const attribute = listingsIn(ofAttribute);
const house = new HouseCopy();
const registration = 'test/unit/provider/registration.test.ts';
const added = ['alert-rule', 'changed-contract'].map(name => `test/terraform/resources/${name}.test.ts`);

/** The unit tests of the rooms that an attribute touches. Some call the operations of keys. */
const rooms = ['client', 'sandbox', 'provider', 'risks'].map(room => `test/unit/${room}/`);

beforeAll(async () => {
  await house.fill();
  for (const listing of [...listings, ...attribute]) await house.write(listing);
  for (const moved of differences().slice(0, 1)) await differ(house, moved);
  const text = readFileSync('test/terraform/adding-a-resource/changed-contract.test.ts.txt', 'utf8');
  await house.write({ path: `${added[1]}`, text, isChange: false });
  await house.run('tsx', 'scripts/generate.ts');
  // Users of the constructs compile against those that this clone has built.
  await mkdir(join(house.folder, 'dist'));
  for (const built of ['lib', 'dist/cdktn']) await symlink(resolve(built), join(house.folder, built));
});
afterAll(() => house.dispose());

/** Does something while the listings of these files are left out. */
async function without(paths: readonly string[], act: () => void | Promise<void>) {
  const left = [...listings, ...attribute].filter(({ path }) => paths.includes(path));
  for (const each of left) await house.leaveOut(each);
  try {
    await act();
  } finally {
    for (const each of left) await house.write(each);
  }
}

const client = ['src/client/contract/alert-rules.ts', 'src/client/contract/collections.ts'] as const;
const sandbox = ['src/sandbox/collections/alert-rules.ts', 'src/sandbox/collections/index.ts'] as const;
const provider = ['src/provider/resources/alert-rule.ts', 'src/provider/resources/index.ts'] as const;
const construct = 'src/constructs/alert-rule.ts';

/** What is left out, and the file in which the compiler finds it. */
const uncompiled: readonly (readonly [what: string, left: readonly string[], at: string])[] = [
  ["the client's file", [client[0]], client[1]],
  ["the client's line", [client[1]], provider[0]],
  ["the client's file and line", client, sandbox[0]],
  ["the sandbox's file", [sandbox[0]], sandbox[1]],
  ["the sandbox's line", [sandbox[1]], 'src/sandbox/store/store.ts'],
  ["the sandbox's file and line", sandbox, 'src/sandbox/store/store.ts'],
  ["the definition's file", [provider[0]], provider[1]],
  ['the construct', [construct], 'src/constructs/gen/index.ts'],
  ...['src/constructs/policy/judge-construct.ts', 'src/report/judge/types.ts'].map(
    path => [`the line in ${path}`, [path], path] as const,
  ),
  [
    'the attribute in the contract',
    ['src/client/contract/webhooks.ts'],
    'src/sandbox/collections/webhooks.ts',
  ],
  ...attribute
    .map(({ path }) => path)
    .filter(path => !path.startsWith('src/client/'))
    .map(path => [`the attribute in ${path}`, [path], path] as const),
];

/**
 * What is left out together, and the rules of registration.test.ts that fail. Without a definition, no rule asks for its
 * test or its example. A definition without its line is as good as none: the rules read the registrations.
 */
const tested: readonly (readonly [what: string, left: readonly string[], rules: readonly RegExp[]])[] = [
  [
    "the definition's line",
    [provider[1]],
    [/every 'resource' > is registered/, /every collection, such as \w+, has a resource/],
  ],
  [
    'the test with Terraform and the example',
    ['test/terraform/resources/alert-rule.test.ts', 'examples/resources/svc_alert_rule/main.tf'],
    [/svc_alert_rule has a test with real Terraform/, /svc_alert_rule has an example/],
  ],
];

describe('the page that adds a resource and an attribute', () => {
  it('takes six new files, and one line in each of five; an attribute four places, and the fixture of unit tests', () => {
    const changes = listings.filter(({ isChange }) => isChange);
    expect(listings).toHaveLength(11);
    expect(changes.map(({ text }) => text.split('\n').filter(line => line.startsWith('+')).length)).toEqual([
      1, 1, 1, 1, 1,
    ]);
    expect(new Set(attribute.map(({ path }) => path)).size).toBe(5);
  });

  it('names in its last table all that is left out below', () => {
    const left = new Set([...uncompiled, ...tested].flatMap(([, paths]) => paths));
    const places = new Set([...listings, ...attribute].map(({ path }) => path));
    expect([...left].sort()).toEqual([...places].sort());
  });

  it('keeps the rules of the house and the format', async () => {
    const files = listings.filter(({ isChange }) => !isChange);
    expect(Object.values(houseRules).flatMap(rule => findBreaches(rule, files))).toEqual([]);
    const sources = files.map(({ path }) => path).filter(path => path.endsWith('.ts'));
    await house.run('biome', 'check', '--vcs-enabled=false', ...sources);
  });

  it('runs the tests of both with real Terraform, and those about keys, whose path is another one', async () => {
    await house.run('tsx', 'scripts/build.ts');
    const projects = ['--project', 'terraform', '--project', 'unit'];
    const said = await house.run('vitest', 'run', ...projects, ...added, registration, ...rooms);
    expect(said).toMatch(/Test Files {2}\d+ passed \(/);
  }, 300_000);

  it('compiles, and does not compile without any one place', async () => {
    await house.run('../typescript-7/bin/tsc');
    const ofConstructs = new CompiledCopy(house.folder, 'tsconfig.constructs.json');
    const ofAll = new CompiledCopy(house.folder, 'tsconfig.json');
    const faultsIn = (at: string) => (at.startsWith('src/constructs/') ? ofConstructs : ofAll).faultsIn(at);
    const places = new Set([construct, ...uncompiled.map(([, , at]) => at)]);
    for (const at of places) expect(faultsIn(at)).toEqual([]);
    for (const [what, paths, at] of uncompiled)
      await without(paths, () => expect(faultsIn(at), what).not.toEqual([]));
  }, 300_000);

  it.for(tested)('does not pass registration.test.ts without %s', async ([, paths, rules]) => {
    await without(paths, async () => {
      const failed = house.run('vitest', 'run', '--project', 'unit', registration);
      for (const each of rules) await expect(failed).rejects.toThrow(each);
    });
  });
});
