import { expect, it } from 'vitest';
import { key } from './blocks';
import { person } from './person';

it('a login cannot manage keys: a plan that creates or reads one fails', async () => {
  const { s, provide, oauth, logIn } = await person();
  await logIn();
  const create = await s.expectError(key('a'), /API key cannot be created[\s\S]*SVC_API_KEY/);
  expect(create.message).toContain('svc_api_key.a');
  expect(s.platform.controls.requests.count('apiKeys.create')).toBe(0);

  await provide(`api_key = "${s.platform.key}"`);
  await s.startFrom(key('a'));
  await provide(oauth);
  const read = await s.expectError(key('a'), /A login cannot manage API keys[\s\S]*SVC_API_KEY/);
  expect(read.message).not.toMatch(/API key lacks permission/);
  await provide(`api_key = "${s.platform.key}"`);
  await s.destroy();
});
