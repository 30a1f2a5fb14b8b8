import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { combinations, said } from './combinations';
import { Ground } from './ground';

const kept = endpoint('kept');
const both = kept + endpoint('a') + key('k');
const equalEndpoint = { url: 'https://receiver.example/a', events: ['alert.created'] };
const equalKey = { name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] };
const fault = 'killed before the platform’s answer';
const isKey = (id: string) => id.startsWith('key_');

const begin = async (...[idempotency, kind]: (typeof combinations)[number]) => {
  let shift = 0;
  const ground = await Ground.prepare({ idempotency, kind, sandbox: { clock: () => Date.now() + shift } });
  await ground.s.startFrom(kept);
  await ground.s.configure(both);
  const anHourLater = () => {
    shift += 60 * 60 * 1000;
  };
  return { ground, s: ground.s, controls: ground.controls, anHourLater };
};

describe.each(combinations)('no id is known, Idempotency-Key %s, %s', (idempotency, kind) => {
  it('the sole equal endpoint of the time is taken, as planned; the key is asked for again, the first one named', async () => {
    const { ground, s, controls } = await begin(idempotency, kind);
    const made = await ground.cutOffInRequest('hang-after', { requests: 2 });
    const endpointId = made.find(id => !isKey(id)) ?? '';
    const keyId = made.find(isKey) ?? '';
    controls.requests.clear();
    const isReplayed = idempotency === 'honoured';
    if (!isReplayed) s.disown(keyId);
    const { state, next } = await s.apply(undefined, {
      warnings: [new RegExp(`${endpointId} will be taken over`), new RegExp(`${keyId} looks the same`)],
    });
    expect(next.warnings).toEqual([]);
    const idOf = (address: string) => state.resources.find(each => each.address === address)?.values['id'];
    expect(idOf('svc_webhook_endpoint.a')).toBe(endpointId);
    expect(idOf('svc_api_key.k') === keyId).toBe(isReplayed);
    expect(controls.requests.count('apiKeys.delete')).toBe(0);
    recordRow({
      fault,
      moment: `requests for an endpoint and a key, carried out; then a whole run (${said(idempotency, kind)})`,
      outcome: isReplayed
        ? 'the endpoint is taken over; the platform answers with the same key and its value'
        : 'the endpoint is taken over; another key is issued; the plan names the first, which is never revoked',
    });
  });

  it('requests that took no effect: asked again, and nothing is said', async () => {
    const { ground, s } = await begin(idempotency, kind);
    expect(await ground.cutOffInRequest('hang-before', { requests: 2 })).toEqual([]);
    await s.apply();
    expect(ground.ids).toHaveLength(3);
    expect(await ground.entries()).toBe('');
    recordRow({
      fault,
      moment: `requests that took no effect; then a whole run (${said(idempotency, kind)})`,
      outcome: 'asked again under the same Idempotency-Key; nothing is said',
    });
  });
});

it('equal objects that somebody makes an hour later are named, and not touched', async () => {
  const { ground, s, controls, anHourLater } = await begin('ignored', 'HTTP backend');
  expect(await ground.cutOffInRequest('hang-before', { requests: 2 })).toEqual([]);
  anHourLater();
  const strangers = await s.behindTheBack(api => [
    api.webhooks.create(equalEndpoint).id,
    api.apiKeys.issue(equalKey).id,
  ]);
  const secrets = () => strangers.map(id => controls.webhooks.secretOf(id) ?? controls.apiKeys.valueOf(id));
  const before = secrets();
  await s.apply(undefined, { warnings: strangers.map(id => new RegExp(`${id} looks the same`)) });
  expect(ground.ids).toHaveLength(5);
  expect(secrets()).toEqual(before);
  recordRow({
    fault,
    moment: 'requests that took no effect; an hour later somebody makes an equal endpoint and an equal key',
    outcome: 'named in the plan, untouched; another endpoint and another key are created',
  });
});

it('several equal objects: each is named, none is touched', async () => {
  const { ground, s, controls } = await begin('ignored', 'HTTP backend');
  const candidates = await ground.cutOffInRequest('hang-after', {
    requests: 2,
    meanwhile: () => [controls.webhooks.create(equalEndpoint), controls.apiKeys.issue(equalKey)],
  });
  expect(candidates).toHaveLength(4);
  controls.requests.clear();
  for (const id of candidates) s.disown(id);
  const { plan } = await s.apply(undefined, { warnings: 'any' });
  for (const id of candidates) expect(JSON.stringify(plan.warnings)).toContain(id);
  expect(ground.ids).toHaveLength(7);
  for (const name of ['webhooks.update', 'webhooks.delete', 'apiKeys.delete'] as const)
    expect(controls.requests.count(name)).toBe(0);
  recordRow({
    fault,
    moment: 'somebody makes an equal endpoint and an equal key during the requests',
    outcome: 'the plan names all of them; none is touched; another of each is created',
  });
});

it('a secret that has changed since: the refused Idempotency-Key is replaced', async () => {
  const { ground, s, controls } = await begin('honoured', 'HTTP backend');
  await s.configure(kept + endpoint('a'));
  const candidates = await ground.cutOffInRequest('hang-after', {
    meanwhile: () => controls.webhooks.create(equalEndpoint),
  });
  for (const id of candidates) s.disown(id);
  await s.plantSecret('another');
  await s.apply(kept + endpoint('a', { secret: 'another' }), { warnings: 'any' });
  expect(ground.ids).toHaveLength(4);
  recordRow({
    fault: 'killed before the answer, and the secret of the configuration has changed since',
    moment: 'an endpoint with two candidates; the platform refuses the Idempotency-Key (honoured)',
    outcome: 'another Idempotency-Key is used; the plan names the candidates, none is touched',
  });
});
