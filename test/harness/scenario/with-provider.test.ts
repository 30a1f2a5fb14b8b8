import { expect, it } from 'vitest';
import { endpoint } from '../../terraform/blocks';
import { scenario, withLogs } from '../scenario';

const address = 'svc_webhook_endpoint.a';

it('a scenario with the provider imports, applies, reads logs, and destroys', async () => {
  const s = await scenario({ environment: withLogs });
  const secret = await s.plantSecret('signing');
  const found = { url: 'https://receiver.example/a', events: ['alert.created'] };
  const { id } = await s.behindTheBack(api => api.webhooks.create(found));
  await s.configure(endpoint('a'));
  const imported = await s.import(address, id);
  expect(imported.resources).toMatchObject([{ address, values: { id, secret: null } }]);

  const { plan, state } = await s.planAndApply(undefined, {
    warnings: [/signs with the secret of the configuration/],
  });
  expect(plan.actionsOn(address)).toEqual(['update']);
  expect(state.resources).toMatchObject([{ address, values: { id, secret } }]);
  const modules = (await s.logs()).map(({ module }) => module);
  expect(modules).toContainEqual(expect.stringMatching(/^provider\.terraform-provider-svc/));

  await s.destroy();
  expect(s.platform.controls.webhooks.all()).toEqual([]);
});
