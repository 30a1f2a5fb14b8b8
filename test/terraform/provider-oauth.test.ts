import { expect, it } from 'vitest';
import { withLogs } from '../harness/scenario';
import { endpoint, key } from './blocks';
import { person } from './person';

const configuration = (event: string) => endpoint('a', { event });

it('a login is used, renewed when it expires, and requested again after its end', async () => {
  const { s, logIn, remember, tokens } = await person(withLogs);
  const nobody = await s.expectError(configuration('alert.created'), /Login needed/);
  expect(nobody.message).toMatch(
    /npx cdktf-provider-svc login --auth-url http:\S+ --client-id test-application/,
  );

  await logIn();
  await s.apply(configuration('alert.created'));
  s.platform.controls.oauth.expireAccessTokens();
  await s.apply(configuration('incident.created'));
  await remember();
  expect(tokens.size).toBe(4);

  s.platform.controls.oauth.revokeAll();
  await s.expectError(
    configuration('alert.created'),
    /Login needed[\s\S]*The login has ended[\s\S]*Log in with/,
  );
  const said = await s.logs();
  for (const token of tokens) expect(said).not.toContain(token);

  await logIn();
  await s.destroy();
});

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
