import { describe, expect, it } from 'vitest';
import type { FaultEffect } from '../../../../src/sandbox';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground, type Idempotency } from './ground';

const both = endpoint('a') + key('k');
const creates = ['webhooks.create', 'apiKeys.create'] as const;

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
const oneOfEach =
  each(
    'svc_webhook_endpoint',
    '  url = join("/", ["https://a.example", urlencode(each.key)])\n  events = ["alert.created"]\n  secret = var.signing\n',
  ) + each('svc_api_key', '  name = each.key\n  tenant_id = "ten_acme"\n  scopes = ["alerts:read"]\n');

describe.each<Idempotency>(['ignored', 'honoured'])('an answer is lost, Idempotency-Key %s', idempotency => {
  it('in every way: one apply has all in the state; an extra key is named and never revoked', async () => {
    const ground = await Ground.prepare({ idempotency, provider: 'request_timeout = 2\nmax_retries = 1' });
    const { s, controls } = ground;
    for (const effect of Object.values(losses))
      for (const operation of creates) controls.faults.add({ operation, effect });
    await s.configure(oneOfEach);
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    const { resources } = await s.state();
    expect(resources).toHaveLength(12);
    const inState = resources.map(({ values }) => String(values['id']));
    const extra = ground.ids.filter(id => !inState.includes(id));
    // Nothing tells it from a stranger's, so it may stay, but only if the apply has said its id.
    for (const id of extra) {
      expect(stdout).toMatch(new RegExp(`API key [^\n]*${id}[^\n]* may be a duplicate`));
      s.disown(id);
    }
    expect(extra.length).toBe(idempotency === 'honoured' ? 0 : 4);
    expect(controls.requests.count('apiKeys.delete')).toBe(0);
    expect(stdout.match(/was found after a lost answer/g)).toHaveLength(4);
    await s.checkInvariants();
    for (const fault of Object.keys(losses)) {
      const isDone = !fault.includes('before');
      recordRow({
        fault,
        moment: `creation of an endpoint (Idempotency-Key ${idempotency})`,
        outcome: isDone
          ? 'found and taken in the same apply, which names it'
          : 'asked again: once in the state',
      });
      recordRow({
        fault,
        moment: `creation of a key (Idempotency-Key ${idempotency})`,
        outcome:
          isDone && idempotency === 'ignored'
            ? 'asked again: its value is in the state; the first is named, and not revoked'
            : 'asked again: once in the state, with its value',
      });
    }
  });

  it('somebody makes equal objects at the same time: nothing of theirs is touched, and all are named', async () => {
    const ground = await Ground.prepare({ idempotency });
    const { s, controls } = ground;
    const held = creates.map(operation => controls.faults.add({ operation, effect: { kind: 'hang-after' } }));
    const strangers = Promise.all(held.map(({ reached }) => reached)).then(() =>
      s.behindTheBack(api => [
        api.webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'] }).id,
        api.apiKeys.issue({ name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] }).id,
      ]),
    );
    await s.configure(both);
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    const planted = await strangers;
    const inState = (await s.state()).resources.map(({ values }) => String(values['id']));
    for (const id of planted) expect(inState).not.toContain(id);
    for (const id of ground.ids.filter(one => !inState.includes(one))) {
      expect(stdout, id).toContain(id);
      s.disown(id);
    }
    expect(controls.requests.count('apiKeys.delete')).toBe(0);
    expect(ground.ids).toHaveLength(idempotency === 'honoured' ? 4 : 6);
    await s.apply();
    recordRow({
      fault: 'the answer is lost',
      moment: `somebody makes an equal endpoint and an equal key during the request (Idempotency-Key ${idempotency})`,
      outcome:
        'asked again under the same Idempotency-Key; a warning names what may be a duplicate; nothing is revoked',
    });
  });

  it('the list cannot be read: asked again under the same Idempotency-Key, with a warning', async () => {
    const ground = await Ground.prepare({ idempotency });
    const { s, controls } = ground;
    for (const name of ['webhooks', 'apiKeys'] as const) {
      controls.faults.add({ operation: `${name}.create`, effect: { kind: 'drop-after' } });
      controls.faults.add({ operation: `${name}.list`, times: 99, effect: { kind: 'status', status: 500 } });
    }
    await s.configure(both);
    const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
    controls.faults.clear();
    expect(stdout.match(/was asked for twice/g)).toHaveLength(2);
    expect(ground.ids).toHaveLength(idempotency === 'honoured' ? 2 : 4);
    const inState = (await s.state()).resources.map(({ values }) => values['id']);
    for (const id of ground.ids.filter(one => !inState.includes(one))) s.disown(id);
    await s.apply();
    recordRow({
      fault: 'the answer is lost, and the list cannot be read',
      moment: `an endpoint and a key (Idempotency-Key ${idempotency})`,
      outcome: 'asked again under the same Idempotency-Key, with a warning; the apply succeeds',
    });
  });
});

describe('a 2xx answer that has an id and nothing else that can be read', () => {
  it('its id is recorded, and it is not asked again: the endpoint is read, the key replaced by the next apply', async () => {
    let shift = 60_000;
    const ground = await Ground.prepare({ sandbox: { clock: () => Date.now() + shift } });
    const { s, controls } = ground;
    // Both are newer than the requests that they seem to come from.
    const secret = await s.plantSecret('signing');
    const [endpointId, keyId] = await s.behindTheBack(api => [
      api.webhooks.create({ url: 'https://receiver.example/a', events: ['alert.created'], secret }).id,
      api.apiKeys.issue({ name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] }).id,
    ]);
    shift = 0;
    const effect = (id = '') => ({ kind: 'status', status: 201, body: { id } }) as const;
    controls.faults.add({ operation: 'webhooks.create', effect: effect(endpointId) });
    controls.faults.add({ operation: 'apiKeys.create', effect: effect(keyId) });
    await s.configure(both);
    const failed = await s.terraform('apply', '-auto-approve', '-no-color');
    expect(failed.stderr).toContain(`names the id "${keyId}"`);
    expect([...ground.ids]).toEqual([endpointId, keyId]);
    expect(creates.map(name => controls.requests.count(name))).toEqual([1, 1]);
    await s.apply(undefined, { warnings: [new RegExp(`${keyId} will be issued anew`)] });
    expect(ground.ids).toHaveLength(2);
    expect(ground.ids).not.toContain(keyId);
    recordRow({
      fault: 'a 2xx answer with an id and nothing else that can be read',
      moment: 'an endpoint and a key',
      outcome:
        'never asked again: the endpoint is in the state; the key is an error, and the next apply issues another, then revokes it',
    });
  });
});

it('a request that takes effect late, after it was asked for again: a warning names the second object', async () => {
  const ground = await Ground.prepare({ provider: 'request_timeout = 5\nmax_retries = 1' });
  const { s, controls } = ground;
  const late = controls.faults.add({ method: 'POST', effect: { kind: 'drop-late' } });
  const again = controls.faults.add({ method: 'POST', effect: { kind: 'hang-after' } });
  const carriedOut = again.reached.then(async () => {
    const own = ground.ids;
    late.remove();
    await expect.poll(() => ground.ids.length).toBe(2);
    s.disown(ground.ids.find(id => !own.includes(id)) ?? '');
    again.remove();
  });
  await s.apply(endpoint('a'), { atApply: [/may be a duplicate.*terraform import/s] });
  await carriedOut;
  expect(ground.ids).toHaveLength(2);
  recordRow({
    fault: 'reset, and carried out late',
    moment: 'creation of an endpoint, which was asked for again in the meantime',
    outcome:
      'the second is in the state; a warning names the late one with its import line; it is not touched',
  });
});

it('Ctrl-C between the looks: cancelled or unknown, and the next apply converges', async () => {
  const ground = await Ground.prepare();
  const { s, controls } = ground;
  await s.configure(endpoint('a'));
  controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'drop-before' } });
  const terraform = s.start('apply', '-auto-approve', '-no-color');
  await controls.requests.arrived('webhooks.create');
  const looks = controls.requests.count('webhooks.list');
  await expect.poll(() => controls.requests.count('webhooks.list')).toBeGreaterThan(looks);
  terraform.kill('SIGINT');
  const { stderr, stdout } = await terraform.finished;
  expect(stderr + stdout).toMatch(/Cancelled|Outcome of create unknown/);
  expect(stderr + stdout).not.toMatch(/bug of the provider|AbortError|unforeseen/i);
  await s.apply();
  expect(ground.ids).toHaveLength(1);
  recordRow({
    fault: 'Ctrl-C between the looks after a lost answer',
    moment: 'a creation of an endpoint',
    outcome: 'an error says that it was cancelled or that its outcome is unknown; the next apply converges',
  });
});
