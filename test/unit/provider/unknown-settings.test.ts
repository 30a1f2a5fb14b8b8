import { describe, expect, it } from 'vitest';
import { decodeDynamicValue } from '../../../src/plugin/values/dynamic-value';
import { isWhollyKnown, type RawObject, unknown } from '../../../src/plugin/values/raw';
import { created, type Managed, type ManagedObject } from './managed-object';

/** Settings that a plan does not know, and the plan inside the apply does: that plan only fills in what was unknown. */

const rotation = (more: RawObject = {}) => ({ overlap_days: 7, triggers: { release: '1' }, ...more });
const second = rotation({ triggers: { release: '2' } });
const notPlanned = expect.stringMatching(/^Replacement was not planned: (url|name) cannot change in place/);

interface Row {
  readonly type: Managed;
  /** Of the block that exists. */
  readonly before?: RawObject;
  /** Of the block at the plan. */
  readonly at: RawObject;
  /** Of the block at the apply, one for each trial. */
  readonly later: readonly RawObject[];
}

const webhook = 'svc_webhook_endpoint';
const blocks: Record<string, Row> = {
  'on_degraded of an endpoint that warned': {
    type: webhook,
    at: { on_degraded: unknown },
    later: [{ on_degraded: 'replace' }, { on_degraded: 'warn' }, { on_degraded: 'ignore' }],
  },
  'on_degraded of an endpoint to replace': {
    type: webhook,
    before: { on_degraded: 'replace' },
    at: { on_degraded: unknown },
    later: [{ on_degraded: 'replace' }, { on_degraded: 'warn' }],
  },
  'the secret': { type: webhook, at: { secret: unknown }, later: [{ secret: 'another' }, {}] },
  'a rotation that is new': {
    type: 'svc_api_key',
    at: { rotation: unknown },
    later: [{ rotation: rotation() }, { rotation: null }],
  },
  'a rotation': {
    type: 'svc_api_key',
    before: { rotation: rotation() },
    at: { rotation: unknown },
    later: [{ rotation: rotation() }, { rotation: second }, { rotation: null }],
  },
  'a trigger': {
    type: 'svc_api_key',
    before: { rotation: rotation() },
    at: { rotation: rotation({ triggers: { release: unknown } }) },
    later: [{ rotation: rotation() }, { rotation: second }],
  },
  after_days: {
    type: 'svc_api_key',
    before: { rotation: rotation({ after_days: 30 }) },
    at: { rotation: rotation({ after_days: unknown }) },
    later: [{ rotation: rotation({ after_days: 8 }) }, { rotation: rotation() }],
  },
  'overlap_days, with a trigger': {
    type: 'svc_api_key',
    before: { rotation: rotation() },
    at: { rotation: rotation({ overlap_days: unknown, triggers: { release: '2' } }) },
    later: [0, 7].map(overlap_days => ({ rotation: rotation({ overlap_days, triggers: { release: '2' } }) })),
  },
  scopes: {
    type: 'svc_api_key',
    at: { scopes: unknown, unrestricted: unknown },
    later: [{}, { scopes: ['devices:read'] }, { scopes: null, unrestricted: true }],
  },
};

/** Terraform's rule: the second plan has the same action, and each value that the first one knew. */
function expectAgreement(first: Awaited<ReturnType<ManagedObject['plan']>>, second: typeof first) {
  expect(second.replaces).toEqual(first.replaces);
  const after = decodeDynamicValue(second.answer.plannedState) ?? {};
  for (const [name, value] of Object.entries(decodeDynamicValue(first.answer.plannedState) ?? {}))
    if (isWhollyKnown(value)) expect(after[name], name).toEqual(value);
}

async function existing({ type, before = {} }: Pick<Row, 'type' | 'before'>) {
  const { object, values, controls } = await created(type, before);
  if (type === webhook) controls.webhooks.update(object.id, { status: 'degraded' });
  await object.refresh();
  return { object, values, controls };
}

describe('a setting that is known only at apply never replaces in the second plan', () => {
  it.each(Object.entries(blocks))('%s', async (_, row) => {
    const { object, values } = await existing(row);
    const first = await object.plan({ ...values, ...row.at });
    expect(first.replaces).toEqual([]);
    object.beginWalk();
    for (const each of row.later) expectAgreement(first, await object.plan({ ...values, ...each }));
  });

  it.each([
    [webhook, 'webhooks.update', { url: 'https://a.example/other', events: ['incident.created'] }],
    ['svc_api_key', 'apiKeys.update', { name: 'other', scopes: ['devices:read'] }],
  ] as const)(
    'unavailable_operations, for %s: an update that needs a replacement is an error',
    async (type, operation, change) => {
      const { object, values, controls } = await existing({ type });
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
    },
  );
});

it('an endpoint whose on_degraded was unknown is named as degraded in the plan and in the apply', async () => {
  const { object, values } = await existing({ type: webhook });
  const named = [expect.stringMatching(/^Webhook endpoint wh_\w+ is degraded/)];
  expect((await object.plan({ ...values, on_degraded: unknown })).said).toEqual(named);
  object.beginWalk();
  expect((await object.plan({ ...values, on_degraded: 'replace' })).said).toEqual(named);
  await object.refresh();
  expect((await object.plan({ ...values, on_degraded: 'replace' })).replaces).toEqual(['status']);
});
