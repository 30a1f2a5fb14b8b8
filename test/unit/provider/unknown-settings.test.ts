import { describe, expect, it } from 'vitest';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { isWhollyKnown, type RawObject, unknown } from '../../../src/plugin/values/raw';
import { created, type Managed, type ManagedObject } from './managed-object';

/** Settings that a plan does not know, and the plan inside the apply does: that plan only fills in what was unknown. */

const rotation = (more: RawObject = {}) => ({ overlap_days: 7, triggers: { release: '1' }, ...more });
const released = (release: RawObject[string]) => rotation({ triggers: { release } });
const second = released('2');
const notPlanned = expect.stringMatching(/^Replacement was not planned: (url|name) cannot change in place/);

/** The block that exists, what the plan has in its place, and what the apply has, one for each trial. */
type Row = readonly [type: Managed, before: RawObject, at: RawObject, later: readonly RawObject[]];

const [webhook, apiKey] = ['svc_webhook_endpoint', 'svc_api_key'] as const;
const rotations = (...all: readonly (RawObject | null)[]) => all.map(each => ({ rotation: each }));
const degraded = (...choices: readonly string[]) => choices.map(on_degraded => ({ on_degraded }));
const overlaps = (overlap_days: RawObject[string]) => ({ ...second, overlap_days });
const [once = {}] = rotations(rotation());
const undecided = { on_degraded: unknown };
const undecidedReach = { scopes: unknown, unrestricted: unknown };
const unlimited = { scopes: null, unrestricted: true };
const ages = (after_days: RawObject[string]) => rotation({ after_days });

const blocks: Record<string, Row> = {
  'on_degraded of an endpoint that warned': [webhook, {}, undecided, degraded('replace', 'warn', 'ignore')],
  'on_degraded, replacing': [webhook, { on_degraded: 'replace' }, undecided, degraded('replace', 'warn')],
  'the secret': [webhook, {}, { secret: unknown }, [{ secret: 'another' }, {}]],
  'a rotation that is new': [apiKey, {}, { rotation: unknown }, rotations(rotation(), null)],
  'a rotation': [apiKey, once, { rotation: unknown }, rotations(rotation(), second, null)],
  'a trigger': [apiKey, once, { rotation: released(unknown) }, rotations(rotation(), second)],
  after_days: [apiKey, { rotation: ages(30) }, { rotation: ages(unknown) }, rotations(ages(8), rotation())],
  'overlap_days, with a trigger': [
    apiKey,
    once,
    { rotation: overlaps(unknown) },
    rotations(overlaps(0), overlaps(7)),
  ],
  scopes: [apiKey, {}, undecidedReach, [{}, { scopes: ['devices:read'] }, unlimited]],
};

/** Terraform's rule: the second plan has the same action, and each value that the first one knew. */
function expectAgreement(first: Awaited<ReturnType<ManagedObject['plan']>>, second: typeof first) {
  expect(second.replaces).toEqual(first.replaces);
  const after = decodeDynamicValue(second.answer.plannedState) ?? {};
  for (const [name, value] of Object.entries(decodeDynamicValue(first.answer.plannedState) ?? {}))
    if (isWhollyKnown(value)) expect(after[name], name).toEqual(value);
}

async function existing(type: Managed, before: RawObject = {}) {
  const { object, values, controls } = await created(type, before);
  if (type === webhook) controls.webhooks.update(object.id, { status: 'degraded' });
  await object.refresh();
  return { object, values, controls };
}

describe('a setting that is known only at apply never replaces in the second plan', () => {
  it.each(Object.entries(blocks))('%s', async (_, [type, before, at, later]) => {
    const { object, values } = await existing(type, before);
    const first = await object.plan({ ...values, ...at });
    expect(first.replaces).toEqual([]);
    object.beginWalk();
    for (const each of later) expectAgreement(first, await object.plan({ ...values, ...each }));
  });

  it.each([
    [webhook, 'webhooks.update', { url: 'https://a.example/other', events: ['incident.created'] }],
    [apiKey, 'apiKeys.update', { name: 'other', scopes: ['devices:read'] }],
  ] as const)('unavailable_operations of %s: a replacement is an error', async (type, operation, change) => {
    const { object, values, controls } = await existing(type);
    object.settings = { unavailable_operations: unknown };
    await object.refresh();
    const first = await object.plan({ ...values, ...change });
    object.beginWalk({ unavailable_operations: [operation] });
    const second = await object.plan({ ...values, ...change });
    expectAgreement(first, second);
    expect(second.said.filter(words => words.startsWith('Replacement'))).toEqual([notPlanned]);
    expect(controls.requests.count(operation)).toBe(0);
    await object.refresh();
    expect((await object.plan({ ...values, ...change })).replaces).toEqual(Object.keys(change));
  });
});

it('an endpoint whose on_degraded was unknown is named as degraded in the plan and in the apply', async () => {
  const { object, values } = await existing(webhook);
  const named = [expect.stringMatching(/^Webhook endpoint wh_\w+ is degraded/)];
  expect((await object.plan({ ...values, on_degraded: unknown })).said).toEqual(named);
  object.beginWalk();
  expect((await object.plan({ ...values, on_degraded: 'replace' })).said).toEqual(named);
  await object.refresh();
  expect((await object.plan({ ...values, on_degraded: 'replace' })).replaces).toEqual(['status']);
});
