import { describe, expect, it } from 'vitest';
import { type Scenario, scenario } from '../../harness/scenario';
import { needFeature } from '../../harness/terraform/needed-feature';
import { refusedTogether } from '../refused-together';

const address = 'svc_webhook_endpoint.a';

/** Arguments of the endpoint under test; each test changes what it is about. */
const endpoint = (changes: Readonly<Record<string, string>> = {}) => {
  const values = {
    url: '"https://a.example/hook"',
    events: '["alert.created", "incident.created"]',
    secret: 'var.signing',
  };
  const lines = Object.entries({ ...values, ...changes }).filter(([, value]) => value !== '');
  return `resource "svc_webhook_endpoint" "a" {\n${lines.map(([name, value]) => `  ${name} = ${value}`).join('\n')}\n}\n`;
};

async function applied(
  changes: Readonly<Record<string, string>> = {},
): Promise<{ s: Scenario; id: string; secret: string }> {
  const s = await scenario();
  const secret = await s.plantSecret('signing');
  const { state } = await s.apply(endpoint(changes));
  return { s, secret, id: String(state.resources[0]?.values['id']) };
}

describe('an endpoint', () => {
  it('is registered with all that is configured, and its secret is on the platform', async () => {
    const { s, id, secret } = await applied();
    const { url, events } = s.platform.controls.webhooks.get(id) ?? {};
    expect({ url, events: events?.toSorted() }).toEqual({
      url: 'https://a.example/hook',
      events: ['alert.created', 'incident.created'],
    });
    expect(s.platform.controls.webhooks.secretOf(id)).toBe(secret);
    expect((await s.state()).resources[0]?.values).toMatchObject({
      id,
      status: 'active',
      on_degraded: 'warn',
      secret,
    });
  });

  it('changes its url, its events and on_degraded in place, and keeps its secret', async () => {
    const { s, id, secret } = await applied();
    for (const changes of [
      { url: '"https://b.example/other"' },
      { events: '["incident.contained"]' },
      { on_degraded: '"ignore"' },
    ]) {
      const { plan, state } = await s.planAndApply(endpoint(changes));
      expect(plan.actionsOn(address), JSON.stringify(changes)).toEqual(['update']);
      expect(state.resources[0]?.values['id']).toBe(id);
      expect(s.platform.controls.webhooks.secretOf(id)).toBe(secret);
    }
  });

  it('changes its secret in place, and warns of it by its id', async () => {
    const { s, id } = await applied();
    const next = await s.plantSecret('next_signing');
    const { plan } = await s.planAndApply(endpoint({ secret: 'var.next_signing' }), {
      warnings: [new RegExp(`${id}\\) signs with another secret`)],
    });
    expect(plan.actionsOn(address)).toEqual(['update']);
    expect(s.platform.controls.webhooks.secretOf(id)).toBe(next);
  });

  it('is deregistered when its block is removed', async () => {
    const { s, id } = await applied();
    await s.apply('');
    expect(s.platform.controls.webhooks.get(id)).toBeUndefined();
  });
});

describe('drift of an endpoint', () => {
  it('in its url and in its events (fewer, more, others) is in the next plan, and one apply repairs it', async () => {
    const { s, id, secret } = await applied();
    for (const patch of [
      { url: 'https://b.example/other' },
      { events: ['alert.created'] },
      { events: ['alert.created', 'incident.contained', 'incident.created'] },
      { events: ['incident.contained'] },
    ]) {
      await s.behindTheBack(api => api.webhooks.update(id, patch));
      const plan = await s.plan();
      expect(plan.actionsOn(address), JSON.stringify(patch)).toEqual(['update']);
      expect(plan.drift[address]?.after).toMatchObject(patch);
      await s.applyPlan(plan, { warnings: [new RegExp(`${id}\\) was (redirected|changed)`)] });
      expect(s.platform.controls.webhooks.secretOf(id)).toBe(secret);
    }
  });

  it('a deleted endpoint is created again by one apply', async () => {
    const { s, id } = await applied();
    await s.behindTheBack(api => api.webhooks.delete(id));
    const { plan, state } = await s.planAndApply(undefined, {
      warnings: [new RegExp(`${id}\\) was deleted`)],
    });
    expect(plan.actionsOn(address)).toEqual(['create']);
    expect(state.resources[0]?.values['id']).not.toBe(id);
  });

  it('does not include the order or the duplicates of events', async () => {
    const { s, id } = await applied();
    const events = ['incident.created', 'alert.created', 'incident.created'];
    await s.behindTheBack(api => api.webhooks.update(id, { events }));
    expect((await s.plan()).isEmpty).toBe(true);
    expect(
      (await s.plan(endpoint({ events: '["incident.created", "alert.created", "alert.created"]' }))).isEmpty,
    ).toBe(true);
  });

  it('between plan and apply does not prevent a deletion', async () => {
    const { s, id } = await applied();
    const plan = await s.plan('');
    await s.behindTheBack(api => api.webhooks.delete(id));
    await s.applyPlan(plan);
    expect((await s.state()).resources).toEqual([]);
  });
});

describe('a degraded endpoint', () => {
  const degraded = async (changes: Readonly<Record<string, string>> = {}) => {
    const made = await applied(changes);
    await made.s.behindTheBack(api => api.webhooks.update(made.id, { status: 'degraded' }));
    return made;
  };

  it('is named in the summary of a warning in every ordinary plan', async () => {
    const { s, id } = await degraded();
    for (const flags of [[], ['-refresh=false']]) {
      const plan = await s.plan(undefined, { flags });
      if (flags.length === 0)
        await s.apply(undefined, { warnings: [new RegExp(`Webhook endpoint ${id} is degraded`)] });
      expect(plan.isEmpty).toBe(true);
    }
    const { warnings } = await s.plan();
    expect(warnings.map(({ summary }) => summary)).toEqual([`Webhook endpoint ${id} is degraded`]);
  });

  it('causes no message with on_degraded = "ignore"', async () => {
    const { s } = await degraded({ on_degraded: '"ignore"' });
    const plan = await s.plan();
    expect(plan.isEmpty).toBe(true);
    expect(plan.warnings).toEqual([]);
  });

  it('is replaced with on_degraded = "replace", and the new one is active', async () => {
    const { s, id } = await degraded({ on_degraded: '"replace"' });
    const { plan, state } = await s.planAndApply(undefined, {
      warnings: [new RegExp(`Webhook endpoint a\\.example \\(${id}\\) is replaced.*on_degraded`, 's')],
    });
    expect(plan.actionsOn(address)).toEqual(['delete', 'create']);
    expect(plan.changes[address]?.replacedBy).toEqual(['status']);
    expect(state.resources[0]?.values).toMatchObject({ status: 'active' });
    expect(state.resources[0]?.values['id']).not.toBe(id);
  });
});

describe('an imported endpoint', () => {
  const found = {
    url: 'https://a.example/hook',
    events: ['incident.created', 'alert.created'],
    secret: 'unknown-to-us',
  };

  it('has no secret in the state, and the next plan says that applying sets it', async () => {
    const s = await scenario();
    const secret = await s.plantSecret('signing');
    const { id } = await s.behindTheBack(api => api.webhooks.create(found));
    await s.configure(endpoint());
    const state = await s.import(address, id);
    expect(state.resources[0]?.values).toMatchObject({
      id,
      url: found.url,
      secret: null,
      on_degraded: 'warn',
      status: 'active',
    });
    const { plan } = await s.planAndApply(endpoint(), {
      warnings: [new RegExp(`${id}\\) signs with the secret of the configuration`)],
    });
    expect(plan.changes[address]).toMatchObject({ actions: ['update'], before: { secret: null } });
    expect(s.platform.controls.webhooks.secretOf(id)).toBe(secret);
  });

  it('that does not exist is an error that says so', async () => {
    const s = await scenario();
    await s.plantSecret('signing');
    await s.configure(endpoint());
    await expect(s.import(address, 'wh_nowhere')).rejects.toThrow(/Cannot import non-existent remote object/);
    await expect(s.import(address, '../api_keys')).rejects.toThrow(
      /Cannot import non-existent remote object/,
    );
  });
});

type Refused = readonly [name: string, changes: Readonly<Record<string, string>>, saying: RegExp];

const refusedByValidation: readonly Refused[] = [
  ['plain http', { url: '"http://a.example/hook"' }, /Invalid endpoint address.*must use https/s],
  ['no url at all', { url: '"a.example"' }, /Invalid endpoint address.*not an absolute URL/s],
  ['no events', { events: '[]' }, /No event type/],
  ['a malformed event', { events: '["Alert Created"]' }, /Malformed event type "Alert Created"/],
  ['an empty secret', { secret: '""' }, /Empty signing secret/],
  [
    'a word that is no choice',
    { on_degraded: '"panic"' },
    /Invalid on_degraded.*"warn", "replace", "ignore"/s,
  ],
];

/** Terraform plans nothing where validation finds an error. */
const refusedByPlan: readonly Refused[] = [['no secret', { secret: '' }, /Missing signing secret/]];

const refusedIfWriteOnly: readonly Refused[] = [
  ['two secrets', { secret_wo: 'var.signing', secret_wo_version: '1' }, /Two signing secrets/],
];

describe('errors that can be detected at plan are reported at plan', () => {
  for (const refused of [refusedByValidation, refusedByPlan, refusedIfWriteOnly]) {
    const rows = refused.map(([name, changes, saying], index) => ({
      name,
      saying,
      block: endpoint(changes).replace('"a"', `"row_${index}"`),
      address: `svc_webhook_endpoint.row_${index}`,
    }));
    const errorsOn = refusedTogether(rows.map(({ block }) => block).join(''), s => s.plantSecret('signing'));

    it.for(rows)('$name is an error', async ({ address, saying }, context) => {
      if (refused === refusedIfWriteOnly) await needFeature('write-only arguments', context);
      expect(await errorsOn(address)).toEqual([expect.stringMatching(saying)]);
    });
  }

  it('an unknown event is a warning with a did-you-mean, and is registered', async () => {
    const s = await scenario();
    await s.plantSecret('signing');
    await s.apply(endpoint({ events: '["alert.craeted"]' }), {
      warnings: [/Unknown event type "alert\.craeted".*Did you mean "alert\.created"/s],
    });
  });

  it('plain http to this machine is allowed', async () => {
    await applied({ url: '"http://localhost:8080/hook"' });
  });
});
