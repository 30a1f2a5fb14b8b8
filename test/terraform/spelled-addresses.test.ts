import { expect, it } from 'vitest';
import { scenario } from '../harness/scenario';
import { endpoint } from './blocks';

const at = (url: string) => endpoint('a').replace('https://receiver.example/a', url);

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
