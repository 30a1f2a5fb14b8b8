import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findKeyCommand } from '../../../src/cli/find-key';
import { fingerprintOf } from '../../../src/provider/connection/platform';
import { inProcess } from './command-line';

const madeUp = (letter: string) => `svc_${'test'}_${letter.repeat(32)}`;
const privately = (notes: object) => Buffer.from(JSON.stringify(notes)).toString('base64');
const key = (name: string, ...instances: readonly object[]) => ({
  mode: 'managed',
  type: 'svc_api_key',
  name,
  instances,
});
const keys = [
  key('plain', { attributes: { id: 'key_a', key: madeUp('a') } }),
  {
    ...key('each', { index_key: 'eu "1"', attributes: { id: 'key_b', key: madeUp('b') }, private: '' }),
    module: 'module.m[0]',
  },
  key('rotated', {
    index_key: 0,
    attributes: { id: 'key_d', key: madeUp('d'), previous_id: 'key_c' },
    private: privately({ 'fingerprint key_y': 'y', 'fingerprint key_c': fingerprintOf(madeUp('c')) }),
  }),
  key('imported', { attributes: { id: 'key_e', key: null } }),
  { ...key('of_others', { attributes: { key: 7 }, private: '/' }), type: 'other' },
  { ...key('read', { attributes: { keys: [] } }), mode: 'data' },
];

/** Runs `find-key` in a folder with these workspaces, whose states are all alike. */
async function found(
  log: string,
  { workspaces = ['default'], state = JSON.stringify({ resources: keys }) } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-find-key-'));
  const program = join(folder, 'terraform');
  const listed = workspaces.map(name => `  ${name}`).join('\n');
  const script = `#!/bin/sh\ncase $1 in\nworkspace) echo '${listed}' ;;\nstate) cat state ;;\nesac\n`;
  writeFileSync(program, script, { mode: 0o755 });
  mkdirSync(join(folder, '.terraform'));
  for (const [name, text] of Object.entries({ state, log })) writeFileSync(join(folder, name), text);
  process.chdir(folder);
  const given = { TERRAFORM_BINARY_NAME: program, SVC_API_KEY: madeUp('o') };
  const parameter = log === '' ? madeUp('z') : 'log';
  const { stdout, stderr, error } = await inProcess(findKeyCommand(), [parameter], given);
  expect(stdout + stderr + error).not.toMatch(/svc_test_\w{32}/);
  return { lines: stdout.replaceAll(process.cwd(), 'HERE').split('\n').slice(0, -1), error };
}

it.each<[what: string, log: string, lines: readonly string[], error?: string]>([
  ['a value within JSON', `{"k":"${madeUp('a')}"}`, ['svc_api_key.plain  key_a  HERE']],
  ['one twice', `${madeUp('a')}\n${madeUp('a')}`, ['svc_api_key.plain  key_a  HERE']],
  ['one of for_each', madeUp('b'), ['module.m[0].svc_api_key.each["eu \\"1\\""]  key_b  HERE']],
  ['a current value', madeUp('d'), ['svc_api_key.rotated[0]  key_d  HERE']],
  ['an earlier value', madeUp('c'), ['svc_api_key.rotated[0]  key_c  HERE']],
  ['the key of Terraform', madeUp('o'), ['SVC_API_KEY of this shell']],
  [
    'an imported one beside',
    `${madeUp('e')} ${madeUp('a')}`,
    ['svc_api_key.plain  key_a  HERE'],
    '1 of 2 in no state',
  ],
  ['none', 'svc_test_short', [], 'Nothing has the form of a key'],
  ['a value in place of a file', '', [], 'The file cannot be read.'],
])('%s is told by address and id', async (_, log, lines, error) => {
  const told = await found(log);
  expect(told.lines).toEqual(lines);
  expect(told.error).toEqual(error === undefined ? undefined : expect.stringContaining(error));
});

it('each workspace is read, and a state that cannot be read is an error that repeats nothing of it', async () => {
  const { lines } = await found(madeUp('a'), { workspaces: ['default', 'staging'] });
  const of = (name: string) => `svc_api_key.plain  key_a  workspace ${name} of HERE`;
  expect(lines).toEqual([of('default'), of('staging')]);
  expect(await found(madeUp('a'), { state: '' })).toMatchObject({
    error: expect.stringContaining('in no state'),
  });
  expect(await found(madeUp('a'), { state: `{ ${madeUp('a')}` })).toEqual({
    lines: [],
    error: expect.stringContaining('state pull` failed'),
  });
});

it('in a folder that is not initialized, it says what to run, and offers an option of `adopt` as such', async () => {
  process.chdir(mkdtempSync(join(tmpdir(), 'svc-find-key-')));
  writeFileSync('log', madeUp('a'));
  const { error } = await inProcess(findKeyCommand(), ['log'], {});
  expect(error).toMatch(/Run `terraform init` or `cdktf diff`\. For `adopt`, .*--state FILE/);
});
