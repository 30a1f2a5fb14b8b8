import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { onlyInWholeRun } from '../../harness/extent';
import { HouseCopy, listingsIn } from '../../harness/house-copy';
import { findBreaches, houseRules } from '../../unit/architecture/house-rules';

const [ofResource = '', ofAttribute = ''] = readFileSync('docs/adding-a-resource.md', 'utf8').split(
  '## Add an attribute',
);
const listings = listingsIn(ofResource);
const attribute = listingsIn(ofAttribute);
const house = new HouseCopy();
const registration = 'test/unit/provider/registration.test.ts';

beforeAll(async () => {
  await house.fill();
  for (const listing of [...listings, ...attribute]) await house.write(listing);
  const text = readFileSync('test/terraform/adding-a-resource/description.test.ts.txt', 'utf8');
  await house.write({ path: 'test/terraform/resources/description.test.ts', text, isChange: false });
  await house.write({ path: projectOf(''), text: resources, isChange: false });
  await house.run('tsx', 'scripts/generate.ts');
});
afterAll(() => house.dispose());

/** Configuration of the compiler for the parts of the repository that have to do with resources. */
const resources = JSON.stringify({
  extends: './tsconfig.json',
  include: ['src', 'test/terraform/resources'],
});
const projectOf = (file: string) =>
  file.startsWith('src/constructs/') ? 'tsconfig.constructs.json' : 'tsconfig.resources.json';

/** Compiles a project of the copy; after the first time, only what has changed. */
function compile(project: string): Promise<string> {
  const kept = ['--incremental', '--tsBuildInfoFile', `.cache/${project}.info`];
  return house.run('tsc', '-p', project, '--noEmit', ...kept);
}

/** Expects that a command fails with the given words while the listings of these files are left out. */
async function expectFailure(paths: readonly string[], words: readonly RegExp[], run: () => Promise<string>) {
  const left = [...listings, ...attribute].filter(({ path }) => paths.includes(path));
  for (const each of left) await house.leaveOut(each);
  try {
    const failed = run();
    for (const each of words) await expect(failed).rejects.toThrow(each);
  } finally {
    for (const each of left) await house.write(each);
  }
}

const client = ['src/client/contract/alert-rules.ts', 'src/client/contract/collections.ts'] as const;
const sandbox = ['src/sandbox/collections/alert-rules.ts', 'src/sandbox/collections/index.ts'] as const;
const provider = ['src/provider/resources/alert-rule.ts', 'src/provider/resources/index.ts'] as const;
const construct = 'src/constructs/alert-rule.ts';
const described = 'src/constructs/webhook-endpoint.ts';

/** What is left out, and the file in which the compiler finds it. */
const compiled: readonly (readonly [what: string, left: readonly string[], at: string])[] = [
  ["the client's file", [client[0]], client[1]],
  ["the client's line", [client[1]], provider[0]],
  ["the client's file and line", client, sandbox[0]],
  ["the sandbox's file", [sandbox[0]], sandbox[1]],
  ["the sandbox's line", [sandbox[1]], 'src/sandbox/store/store.ts'],
  ["the sandbox's file and line", sandbox, 'src/sandbox/store/store.ts'],
  ["the definition's file", [provider[0]], provider[1]],
  ['the construct', [construct], 'src/constructs/gen/index.ts'],
  [
    'the attribute in the contract',
    ['src/client/contract/webhooks.ts'],
    'src/sandbox/collections/webhooks.ts',
  ],
  ...attribute
    .map(({ path }) => path)
    .filter(path => !path.startsWith('src/client/') && path !== described)
    .map(path => [`the attribute in ${path}`, [path], path] as const),
];

/**
 * What is left out together, and the rules of registration.test.ts that fail. Without a definition, no rule asks for its
 * test or its example, so those two are left out by themselves.
 */
const tested: readonly (readonly [what: string, left: readonly string[], rules: readonly RegExp[]])[] = [
  ["the definition's line", [provider[1]], [/every 'resource' > is registered/]],
  ["the definition's file and line", provider, [/every collection, such as \w+, has a resource/]],
  [
    'the test with Terraform and the example',
    ['test/terraform/resources/alert-rule.test.ts', 'examples/resources/svc_alert_rule/main.tf'],
    [/svc_alert_rule has a test with real Terraform/, /svc_alert_rule has an example/],
  ],
  [
    'the attribute in the construct',
    [described],
    [/construct of svc_webhook_endpoint documents .* description/],
  ],
];

describe('the page that adds a resource and an attribute', () => {
  it('takes six new files, and one line in each of three', () => {
    const changes = listings.filter(({ isChange }) => isChange);
    expect(listings).toHaveLength(9);
    expect(changes.map(({ text }) => text.split('\n').filter(line => line.startsWith('+')).length)).toEqual([
      1, 1, 1,
    ]);
  });

  it('adds an attribute in five places', () => {
    expect(new Set(attribute.map(({ path }) => path)).size).toBe(5);
  });

  it('names in its last table all that is left out below', () => {
    const left = new Set([...compiled, ...tested].flatMap(([, paths]) => paths));
    const places = new Set([...listings, ...attribute].map(({ path }) => path));
    expect([...left].sort()).toEqual([...places].sort());
  });

  it('keeps the rules of the house and the format', async () => {
    const files = listings.filter(({ isChange }) => !isChange);
    expect(Object.values(houseRules).flatMap(rule => findBreaches(rule, files))).toEqual([]);
    const sources = files.map(({ path }) => path).filter(path => path.endsWith('.ts'));
    await house.run('biome', 'check', '--vcs-enabled=false', ...sources);
  });

  it('runs the tests of both with real Terraform', async () => {
    await house.run('tsx', 'scripts/build.ts');
    const projects = ['--project', 'terraform', '--project', 'unit'];
    const tests = ['resources/alert-rule.test.ts', 'resources/description.test.ts'];
    const said = await house.run('vitest', 'run', ...projects, ...tests, registration);
    expect(said).toMatch(/Test Files {2}3 passed/);
  }, 300_000);

  it('compiles', async context => {
    onlyInWholeRun(context);
    for (const project of [projectOf(''), projectOf(construct)]) await compile(project);
  }, 300_000);

  it.for(compiled)('does not compile without %s', async ([, paths, at], context) => {
    onlyInWholeRun(context);
    await expectFailure(paths, [new RegExp(`^${at}\\(`, 'm')], () => compile(projectOf(at)));
  });

  it.for(tested)('does not pass registration.test.ts without %s', async ([, paths, rules], context) => {
    onlyInWholeRun(context);
    await expectFailure(paths, rules, () => house.run('vitest', 'run', '--project', 'unit', registration));
  });
});
