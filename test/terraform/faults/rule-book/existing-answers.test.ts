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
  // After the first answer, that endpoint equals the configuration, so the next plan refuses it.
  for (const said of [`Webhook endpoint ${id} is not new`, `Endpoint exists already: ${id}`]) {
    const { code, stderr } = await s.terraform('apply', '-auto-approve', '-no-color');
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    const { resources } = await s.state();
    expect(resources.map(({ address }) => address)).toEqual(['svc_webhook_endpoint.b']);
  }
  await ground.succeed('destroy', '-auto-approve', '-no-color');
  expect(ground.ids).toEqual([id]);
});
