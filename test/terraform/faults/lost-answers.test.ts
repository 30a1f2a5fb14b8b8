import { describe, expect, it } from 'vitest';
import type { FaultEffect, SandboxControls } from '../../../src/sandbox';
import { type Scenario, scenario, withoutLogs } from '../../harness/scenario';
import { recordRow } from './fault-matrix';

const endpoint = `resource "svc_webhook_endpoint" "a" {
  url    = "https://a.example/hook"
  events = ["alert.created", "incident.created"]
  secret = var.signing
}
`;
const key = `resource "svc_api_key" "a" {
  name      = "reporting"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
}
`;
const same = { url: 'https://a.example/hook', events: ['incident.created', 'alert.created'] };
const sameKey = { name: 'reporting', tenant_id: 'ten_acme', scopes: ['alerts:read'] };

/** Idempotency keys are ignored: what is shown here must not rest on them. */
const begin = async (provider = 'request_timeout = 2\nmax_retries = 1') => {
  const s = await scenario({ provider, environment: withoutLogs, sandbox: { idempotency: 'ignored' } });
  await s.plantSecret('signing');
  return s;
};

const losses: Readonly<Record<string, FaultEffect>> = {
  'reset after the commit': { kind: 'drop-after' },
  'reset before the commit': { kind: 'drop-before' },
  'held until the time-out, after the commit': { kind: 'hang-after' },
  '502 after the commit': { kind: 'status-after', status: 502 },
  '503 before the commit': { kind: 'status', status: 503 },
  'an HTML page after the commit': { kind: 'garbage' },
};

/** One of each kind and each loss: every request of an apply meets another fault, all at once. */
const each = (resource: string, fields: string) =>
  `resource "${resource}" "each" {\n  for_each = toset(${JSON.stringify(Object.keys(losses))})\n${fields}}\n`;

describe('the response to a create is lost', () => {
  it('in every way: one apply creates each endpoint and each key once, and all are in the state', async () => {
    const s = await begin();
    const faults = Object.values(losses).flatMap(effect =>
      (['webhooks.create', 'apiKeys.create'] as const).map(operation =>
        s.platform.controls.faults.add({ operation, effect }),
      ),
    );
    const { state } = await s.apply(
      each(
        'svc_webhook_endpoint',
        '  url = join("/", ["https://a.example", urlencode(each.key)])\n  events = ["alert.created"]\n  secret = var.signing\n',
      ) + each('svc_api_key', '  name = each.key\n  tenant_id = "ten_acme"\n  scopes = ["alerts:read"]\n'),
    );
    expect(faults.map(({ hits }) => hits)).toEqual(faults.map(() => 1));
    expect(state.resources).toHaveLength(faults.length);
    const { apiKeys } = s.platform.controls;
    const values = state.resources.flatMap(({ type, values: { key } }) =>
      type === 'svc_api_key' ? [key] : [],
    );
    expect(values.toSorted()).toEqual(
      apiKeys
        .all()
        .map(({ id }) => apiKeys.valueOf(id))
        .toSorted(),
    );
    for (const fault of Object.keys(losses)) {
      recordRow({
        fault,
        moment: 'creation of an endpoint',
        outcome: 'in the state once, in the same apply',
      });
      const keyOutcome = fault.includes('before')
        ? 'in the state once, in the same apply'
        : 'revoked and issued anew in the same apply; its value is in the state';
      recordRow({ fault, moment: 'creation of a key', outcome: keyOutcome });
    }
  });
});

describe('an object that is not provably ours is not touched', () => {
  const strangers: readonly (readonly [string, string, (api: SandboxControls) => { readonly id: string }])[] =
    [
      ['an endpoint', endpoint, api => api.webhooks.create(same)],
      ['a key', key, api => api.apiKeys.issue(sameKey)],
    ];
  const all = (s: Scenario) =>
    [...s.platform.controls.webhooks.all(), ...s.platform.controls.apiKeys.all()].map(({ id }) => id);

  it.each(strangers)(
    '%s that stood there before: the lost one is told from it',
    async (kind, config, make) => {
      const s = await begin();
      const { id } = await s.behindTheBack(make);
      s.platform.controls.faults.add({ method: 'POST', effect: { kind: 'drop-after' } });
      const { state } = await s.apply(config, {
        warnings: [new RegExp(`${id} looks the same.*terraform import \\S+ ${id}`, 's')],
      });
      const own = String(state.resources[0]?.values['id']);
      expect(all(s).toSorted()).toEqual([id, own].toSorted());
      recordRow({
        fault: 'reset after the commit',
        moment: `creation beside ${kind} of somebody else that looks the same`,
        outcome: 'told apart: ours is in the state, the other untouched, and a warning names it',
      });
    },
  );

  it.each(strangers)(
    '%s that a lost request makes late, after it was asked for again: a warning names it',
    async (kind, config) => {
      const s = await begin();
      const { faults } = s.platform.controls;
      const late = faults.add({ method: 'POST', effect: { kind: 'drop-late' } });
      const again = faults.add({ method: 'POST', effect: { kind: 'hang-after' } });
      const carriedOut = again.reached.then(async () => {
        const own = all(s);
        late.remove();
        await expect.poll(() => all(s).length).toBe(2);
        s.disown(all(s).find(id => !own.includes(id)) ?? '');
        again.remove();
        return own;
      });
      const { state } = await s.apply(config, { warnings: [/may be a duplicate.*import \{/s] });
      const own = [String(state.resources[0]?.values['id'])];
      expect(await carriedOut).toEqual(own);
      expect(all(s)).toHaveLength(2);
      recordRow({
        fault: 'reset, and carried out late',
        moment: `creation of ${kind}, which was asked for again in the meantime`,
        outcome:
          'the second is in the state; a warning names the late one with the import command; it is not touched',
      });
    },
  );
});
