import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { codeOf } from '../../cdktf/listings';
import { holdingDay } from '../../harness/holding-day';
import { builtCommand } from '../cli/built-command';
import { key, keyChange, planJson } from './plan-json';

const [rules = ''] = codeOf('docs/policy.md', 'Rules of your own', 'rego');
const [command = ''] = codeOf('docs/policy.md', 'Rules of your own', 'shell');

/** `npm run test:all` compiles it. */
const conftest = process.env['SVC_CONFTEST'] || undefined;

/** Runs the page's command on a plan in JSON. */
function judged(changes: readonly object[], accepted: readonly object[]) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-rego-'));
  for (const name of ['policy', 'bin']) mkdirSync(join(folder, name));
  symlinkSync(conftest ?? '', join(folder, 'bin/conftest'));
  writeFileSync(join(folder, 'policy/report.rego'), rules);
  writeFileSync(join(folder, 'plan'), planJson(changes.map(change => ({ ...change }))));
  writeFileSync(join(folder, 'accepted-risks.json'), JSON.stringify(accepted));
  const line = command.replace('npx --no cdktf-provider-svc', '"$NODE" "$CLI"');
  const env = {
    PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
    HOME: folder,
    NODE: process.execPath,
    CLI: builtCommand,
  };
  const { status, stdout } = spawnSync('bash', ['-c', `set -o pipefail; ${line}`], { cwd: folder, env });
  const denied = [...stripVTControlCharacters(String(stdout)).matchAll(/^FAIL - - main - (.*)$/gm)].map(
    ([, message]) => message,
  );
  return { status, denied: denied.toSorted() };
}

const going = (name: string) =>
  keyChange({ address: `svc_api_key.${name}`, actions: ['delete'], before: key() });
const revoked = (reason: string) => [
  { rule: 'key-revoked', address: 'svc_api_key.duty_eu', reason, expires: holdingDay },
];

it('docs/policy.md: Conftest judges the report with each of the three rules', context => {
  if (conftest === undefined)
    return context.skip('SVC_CONFTEST names no conftest; npm run test:all compiles one');
  expect(judged([going('duty_eu'), going('a'), going('b')], revoked('Moves.'))).toEqual({
    status: 1,
    denied: [
      'The plan deletes 3 objects, and 2 are allowed.',
      'key-revoked at svc_api_key.duty_eu is accepted without a ticket.',
      'svc_api_key.duty_eu changes: that takes the duty officer.',
    ],
  });
  expect(judged([going('a'), going('b')], [])).toEqual({ status: 0, denied: [] });
  expect(judged([going('duty_eu')], revoked('Moves, see SEC-12.')).denied).toHaveLength(1);
});
