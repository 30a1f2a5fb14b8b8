import { expect, it } from 'vitest';
import { scenario } from '../harness/scenario';
import { endpoint } from './blocks';

const spelled = 'HTTPS://Hooks.Example:443';
const canonical = new URL(spelled).href;
const at = (url: string) => endpoint('a').replace('https://receiver.example/a', url);

it('a platform stores another spelling of an address: no plan shows a change, and the state keeps what was configured; an import takes the platform’s', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  await s.startFrom(at(spelled));
  const [{ id } = { id: '' }] = s.platform.controls.webhooks.all();
  await s.behindTheBack(({ webhooks }) => webhooks.update(id, { url: canonical }));
  const urls = async () => (await s.state()).resources.map(({ values }) => values['url']);
  const unchanged = async () => {
    await s.apply();
    expect(s.platform.controls.requests.count('webhooks.update')).toBe(0);
  };
  await unchanged();
  expect(await urls()).toEqual([spelled]);
  await s.configure(at(canonical));
  await unchanged();
  expect(await urls()).toEqual([spelled]);
  await s.terraform('state', 'rm', 'svc_webhook_endpoint.a');
  s.forgetSecretOf(id);
  const imported = (url: string) => at(url).replace('secret = var.signing', '');
  await s.configure(imported(spelled));
  await s.import('svc_webhook_endpoint.a', id);
  await unchanged();
  expect(await urls()).toEqual([canonical]);
  await s.apply(imported(`${canonical}other`));
  expect(await urls()).toEqual([`${canonical}other`]);
});

it('an address in which programs find different hosts is an error of a new endpoint; one that exists is refreshed, planned, changed and destroyed', async () => {
  const s = await scenario();
  await s.plantSecret('signing');
  const flawed = 'https://good.example\\@evil.example/';
  const inConfiguration = at(flawed.replace('\\', '\\\\'));
  await s.expectError(inConfiguration, /Invalid endpoint address.*U\+005C/s);
  await s.startFrom(at('https://good.example/'));
  const [{ id } = { id: '' }] = s.platform.controls.webhooks.all();
  await s.behindTheBack(({ webhooks }) => webhooks.update(id, { url: flawed }));
  await s.apply(inConfiguration);
  await s.apply(inConfiguration.replace('alert.created', 'incident.created'));
  expect(s.platform.controls.webhooks.all()).toMatchObject([{ id, url: flawed }]);
  await s.destroy();
});
