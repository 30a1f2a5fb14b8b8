import { expect, it } from 'vitest';
import { endpoint } from '../../blocks';
import { Ground } from './ground';

/** The platform answers a create with an existing endpoint of this address, and changes that one. */
const upserting = { sandbox: { dialect: { createsOnceBy: 'url' } } } as const;

it('a create answered with an endpoint of somebody else is an error: no state gets it, and a destroy leaves it', async () => {
  const ground = await Ground.prepare(upserting);
  const { s } = ground;
  const { id } = await s.behindTheBack(({ webhooks }) =>
    webhooks.create({ url: 'https://receiver.example/a', events: ['incident.created'] }),
  );
  await s.configure(endpoint('a') + endpoint('b'));
  for (let round = 0; round < 2; round += 1) {
    const { code, stderr } = await s.terraform('apply', '-auto-approve', '-no-color');
    expect([code, stderr]).toEqual([1, expect.stringContaining(`Webhook endpoint ${id} is not new`)]);
    const { resources } = await s.state();
    expect(resources.map(({ address }) => address)).toEqual(['svc_webhook_endpoint.b']);
    expect(await ground.entries()).toBe('');
  }
  await ground.succeed('destroy', '-auto-approve', '-no-color');
  expect(ground.ids).toEqual([id]);
});

it('two resources do not share one endpoint: the second create is an error; with another address, both are created', async () => {
  const ground = await Ground.prepare(upserting);
  const { s } = ground;
  await s.configure(endpoint('a', { path: 'a' }) + endpoint('b', { path: 'a', event: 'incident.created' }));
  const refused = await s.terraform('apply', '-auto-approve', '-no-color');
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/Webhook endpoint wh_\S+ is not new/),
  ]);
  const names = (await s.state()).resources.map(({ address }) => address.split('.')[1]);
  expect(names).toHaveLength(1);
  // The endpoint in the state keeps its address. Otherwise its update and the create of the other one would race for it.
  const at = (name: string) => ({ path: names.includes(name) ? 'a' : 'other' });
  const blocks = endpoint('a', at('a')) + endpoint('b', { ...at('b'), event: 'incident.created' });
  const { state } = await s.apply(blocks, { warnings: 'any' });
  expect(new Set(state.resources.map(({ values }) => values['id'])).size).toBe(2);
});

it('a replacement whose new endpoint has the id of the deleted one is believed', async () => {
  const ground = await Ground.prepare();
  const { s, controls } = ground;
  await ground.applyAlone(endpoint('a'));
  const [id = ''] = ground.ids;
  const body = { id, url: 'https://receiver.example/a', events: ['alert.created'], status: 'active' };
  controls.faults.add({ operation: 'webhooks.create', effect: { kind: 'status', status: 201, body } });
  await ground.succeed('apply', '-auto-approve', '-replace=svc_webhook_endpoint.a');
  expect((await s.state()).resources.map(({ values }) => values['id'])).toEqual([id]);
  // The sandbox has not made it.
  await ground.succeed('state', 'rm', 'svc_webhook_endpoint.a');
});
