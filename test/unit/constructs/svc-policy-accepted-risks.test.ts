import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Aspects, TerraformIterator, Testing } from 'cdktf';
import { SvcPolicy } from 'cdktf-provider-svc';
import { expect, it } from 'vitest';
import { holdingDay as last } from '../../harness/holding-day';
import { aKey, messagesOf } from './policy-program';
import { aStack } from './synthesis';

const entry = { rule: 'forbidUnrestricted', address: 'svc_api_key.key', reason: 'Why.', expires: last };

/** The rules that an unrestricted key without a rotation still breaks in a folder with these entries. */
function broken(entries: unknown, config: object = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'svc-accepted-'));
  writeFileSync(join(folder, 'accepted-risks.json'), JSON.stringify(entries));
  const { stack } = aStack();
  Aspects.of(stack).add(new SvcPolicy({ forbidUnrestricted: true, requireRotation: true }));
  aKey(stack, { unrestricted: true, ...config });
  process.chdir(folder);
  Testing.synth(stack);
  return messagesOf(stack).errors.map(text => /has the rule (\w+)/.exec(text)?.[1]);
}

const both = ['forbidUnrestricted', 'requireRotation'];

it.each<[what: string, entry: object, left: string[]]>([
  ['one rule of the instance', {}, ['requireRotation']],
  ['the instance, by the name of the risk', { rule: 'unrestricted-key' }, ['requireRotation']],
  ['the instance, in this stack', { stack: 'stack' }, ['requireRotation']],
  ['the instance, in another stack', { stack: 'other' }, both],
  ['another key', { address: 'svc_api_key.other' }, both],
  ['an instance that the key does not have', { address: 'svc_api_key.key[0]' }, both],
  ['the instance until yesterday', { expires: '2026-01-31' }, both],
])('accepted-risks.json beside the program accepts %s: %j leaves %j', (_, more, left) => {
  expect(broken([{ ...entry, ...more }])).toEqual(left);
});

it('an entry for one instance leaves the judgement of all to the report', () => {
  const repeated = { forEach: TerraformIterator.fromList(['eu', 'us']) };
  expect(broken([{ ...entry, address: 'svc_api_key.key["eu"]' }], repeated)).toEqual(['requireRotation']);
  expect(broken([entry, { ...entry, address: 'svc_api_key.key2["eu"]' }], repeated)).toEqual(both);
});

it('a wrong file fails the synthesis, with the entry', () => {
  const told = 'accepted-risks.json cannot be used. Entry 2: expires: "soon" is no day';
  expect(() => broken([entry, { ...entry, expires: 'soon' }])).toThrow(told);
});
