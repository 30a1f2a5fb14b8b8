import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { enforceGates, GateHit, gates } from '../../../src/cli/report/gate';
import { policyOptions } from '../../../src/cli/report/policy';
import { ruleNames } from '../../../src/constructs/policy/rules/policy';
import { gateOf } from '../../../src/report/gates';
import type { Note, Report } from '../../../src/report/model';
import { gateLine } from '../../../src/report/verdict';
import { type Gate, type RiskName, riskNames } from '../../../src/risks/names';
import { sampleReport } from './html/sample-report';

const sample = sampleReport();
const [risk] = sample.risks;
const [broken, idle] = sample.policy;
const empty: Report = { ...sample, risks: [], policy: [], notes: [] };

const withRisks = (...names: readonly RiskName[]): Report => ({
  ...empty,
  risks: names.flatMap(name => (risk === undefined ? [] : { ...risk, name })),
});
const withNote = (name: Note['name']): Report => ({ ...empty, notes: [{ name, sentence: 'Why.' }] });

const enforce = (report: Report, names: readonly Gate[]) =>
  enforceGates({ ...report, gate: gateOf(report, names) });

it.each(riskNames)('--fail-on %s is hit by this risk alone', name => {
  const others = riskNames.filter(other => other !== name);
  const hit = new GateHit(`--fail-on: the plan has ${name} (2).`);
  expect(() => enforce(withRisks(name, ...others, name), [name])).toThrow(hit);
  expect(() => enforce(withRisks(...others), [name, 'policy'])).not.toThrow();
  expect(() => enforce(withRisks(name), ['policy', ...others])).not.toThrow();
});

it('--fail-on policy is hit by each error, and not by an entry that accepts nothing', () => {
  const policy = [broken, idle, broken].flatMap(finding => finding ?? []);
  expect(() => enforce({ ...empty, policy }, ['policy'])).toThrow(
    new GateHit('--fail-on: the plan has policy (2).'),
  );
  expect(() => enforce({ ...empty, policy }, ['drift'])).not.toThrow();
  expect(() => enforce({ ...empty, policy: policy.slice(1, 2) }, ['policy'])).not.toThrow();
});

it.each<[note: Note['name'], names: readonly Gate[], passes: boolean]>([
  ['unknown-format', [], true],
  ['unknown-format', ['drift'], false],
  ['unknown-action', ['policy'], false],
  ['not-refresh-only', ['key-issued'], false],
  ['incomplete', ['policy'], false],
  ['incomplete', ['drift'], true],
])('a report with the note %s and the gates %j: it is %s that they are passed', (note, names, passes) => {
  const judge = () => enforce(withNote(note), names);
  const line = passes ? 'No gate stopped it' : 'The gates cannot judge all of it';
  expect(gateLine({ gate: gateOf(withNote(note), names) })).toBe(names.length > 0 ? line : undefined);
  if (passes) return expect(judge).not.toThrow();
  expect(judge).toThrow('--fail-on cannot judge this plan. Why. Report a plan that shows all.');
});

it.each([[[]], [['drift']]] as const)('an errored plan fails with the gates %j', names => {
  expect(() => enforce(withNote('errored'), names)).toThrow(new Error('Why.'));
});

it('a gate that is hit comes before a note that the plan cannot be judged', () => {
  const { notes } = withNote('unknown-format');
  expect(() => enforce({ ...withRisks('drift'), notes }, ['drift'])).toThrow(GateHit);
});

it('--fail-on takes names with commas between, several times', () => {
  expect(gates('drift, policy', gates('key-issued'))).toEqual(['key-issued', 'drift', 'policy']);
  expect(() => gates('drift,key-isued')).toThrow(
    `No risk is called "key-isued". Did you mean "key-issued"? Risks are: ${riskNames.join(', ')}.`,
  );
});

it('each risk and each rule that a gate can have is accepted by an entry', async () => {
  const entry = { address: 'check.h', reason: 'Why.', expires: '2027-01-31' };
  const entries = [...riskNames, ...ruleNames].map(rule => ({ ...entry, rule }));
  const acceptedRisks = join(tmpdir(), 'entries.json');
  await writeFile(acceptedRisks, JSON.stringify(entries));
  const { accepted } = await policyOptions({ acceptedRisks, policy: undefined, plan: '' });
  expect(accepted?.entries).toEqual(entries);
});
