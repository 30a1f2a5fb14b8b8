import { resolve } from 'node:path';
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
  const said = JSON.stringify(await s.logs());
  for (const token of tokens) expect(said).not.toContain(token);

  await logIn();
  await s.destroy();
});

const cannotManageKeys = /A login cannot manage API keys[\s\S]*SVC_API_KEY/;

it('a login cannot manage keys: every plan with keys fails', async () => {
  const { s, provide, oauth, logIn } = await person();
  await logIn();
  const create = await s.expectError(key('a'), cannotManageKeys);
  expect(create.message).toContain('svc_api_key.a');
  expect(s.platform.controls.requests.count('apiKeys.create')).toBe(0);

  await provide(`api_key = "${s.platform.key}"`);
  await s.startFrom(key('a'));
  await provide(oauth);
  const unread = { flags: ['-refresh=false'] };
  await s.expectError(key('a', { scope: 'incident:read' }), cannotManageKeys, unread);
  await s.expectError('', cannotManageKeys, unread);
  const read = await s.expectError(key('a'), cannotManageKeys);
  expect(read.message).not.toMatch(/API key lacks permission/);
  await provide(`api_key = "${s.platform.key}"`);
  await s.destroy();
});

it('the error for a missing scope of a login names the login', async () => {
  const { s, logIn } = await person();
  await logIn('tenants:read');
  const refused = await s.expectError(configuration('alert.created'), /Login lacks permission/);
  expect(refused.message).toMatch(/webhooks:manage is missing[\s\S]*--scope/);
  expect(refused.message).not.toContain('API key');
});

it('exactly one credential is needed', async () => {
  const { s, provide, oauth } = await person();
  const fake = 'svc_test_0000FAKE0000FAKE0000FAKE0000FAKE';
  await s.configure(`variable "key" {}\n${configuration('alert.created')}`, { key: fake });
  await provide(`${oauth}\n  api_key = "${fake}"`);
  const refused = await s.terraform('validate', '-no-color');
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/Exactly one credential is needed[\s\S]*both/);
  expect(refused.stderr).not.toContain(fake);
  await provide(`${oauth}\n  api_key = var.key`);
  expect(await s.terraform('validate'), 'a variable is not known yet').toMatchObject({ code: 0 });
  expect((await s.terraform('plan', '-no-color')).stderr).toMatch(
    /Exactly one credential is needed[\s\S]*both/,
  );
  await provide('');
  const none = await s.expectError(configuration('alert.created'), /Exactly one credential is needed/);
  expect(none.message).toMatch(/neither/);
  expect(none.message).not.toMatch(/unset|remove/i);
  expect(none.message).toContain('    npx cdktf-provider-svc login --auth-url URL --client-id ID');
  await provide('oauth = {}');
  await s.expectError(configuration('alert.created'), /Exactly one credential is needed[\s\S]*SVC_AUTH_URL/);
});

it('a renewed login that cannot be stored is an error that names the file', async () => {
  const { s, logIn, remember } = await person();
  await logIn();
  await s.apply(configuration('alert.created'));
  s.platform.controls.oauth.expireAccessTokens();
  const preload = `--require=${resolve('test/terraform/canary/full-disk.cjs')}`;
  const planned = await s.workspace.run(['plan', '-no-color'], {
    TF_VAR_signing: 'not-a-real-secret',
    SVC_NODE_OPTIONS: preload,
  });
  expect(planned.stderr).toMatch(/credentials\.json cannot be written\s+\(ENOSPC\)/);
  await remember();
  // The refresh has used the stored login up.
  await s.expectError(configuration('incident.created'), /Login needed/);
  await logIn();
  await s.destroy();
});
