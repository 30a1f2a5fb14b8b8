import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/client';
import { createAuthorizationServer, createLoginStore } from '../../src/client/login';
import { scenario } from '../harness/scenario';

const clientId = 'test-application';

const endpoint = (event: string) => `resource "svc_webhook_endpoint" "a" {
  url    = "https://receiver.example/svc"
  events = ["${event}"]
  secret = var.signing
}
`;

/** A person with a configuration folder of their own, in an environment without an API key. */
async function person() {
  const home = await mkdtemp(join(tmpdir(), 'svc-person-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const s = await scenario({ environment: { SVC_API_KEY: '', XDG_CONFIG_HOME: home } });
  const { url } = s.platform;
  const provide = (settings: string) =>
    s.workspace.write(
      'provider.tf',
      `terraform {\n  required_providers {\n    svc = { source = "svc/svc" }\n  }\n}
provider "svc" {\n${settings}\n}\n`,
    );
  const oauth = `oauth = { auth_url = "${url}", client_id = "${clientId}" }`;
  await provide(oauth);
  await s.plantSecret('signing');
  const identity = { authUrl: url, clientId };
  const store = createLoginStore({ XDG_CONFIG_HOME: home });
  const tokens = new Set<string>();
  const remember = async () => {
    const login = await store.find(identity);
    for (const token of [login?.accessToken, login?.refreshToken]) if (token) tokens.add(token);
  };
  const logIn = async () => {
    const server = createAuthorizationServer(identity, systemClock);
    const pending = await server.begin('http://127.0.0.1:49152/callback', 'tenants:read webhooks:manage');
    const page = await fetch(pending.url, { redirect: 'manual' });
    const granted = await server.finish(pending, new URL(page.headers.get('location') ?? ''));
    await store.update(identity, async () => ({ ...identity, ...granted }));
    await server.close();
    await remember();
  };
  return { s, provide, oauth, logIn, remember, tokens };
}

it('a login is worked with, renewed when it expires, and asked for again when it has ended', async () => {
  const { s, logIn, remember, tokens } = await person();
  const nobody = await s.expectError(endpoint('alert.created'), /Login needed/);
  expect(nobody.message).toMatch(
    /npx cdktf-provider-svc login --auth-url http:\S+ --client-id test-application/,
  );

  await logIn();
  await s.apply(endpoint('alert.created'));
  s.platform.controls.oauth.expireAccessTokens();
  await s.apply(endpoint('incident.created'));
  await remember();
  expect(tokens.size).toBe(4);

  s.platform.controls.oauth.revokeAll();
  await s.expectError(endpoint('alert.created'), /Login needed[\s\S]*log in again/i);
  const said = JSON.stringify(await s.logs());
  for (const token of tokens) expect(said).not.toContain(token);

  await logIn();
  await s.destroy();
});

it('a login cannot do what its scopes do not cover, and the state is kept', async () => {
  const { s, logIn } = await person();
  await logIn();
  const key = `resource "svc_api_key" "a" {
  name      = "ci"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
}
`;
  await s.expectError(key, /lacks permission/);
});

it('exactly one credential is needed', async () => {
  const { s, provide, oauth } = await person();
  const fake = 'svc_test_0000FAKE0000FAKE0000FAKE0000FAKE';
  await s.configure(`variable "key" {}\n${endpoint('alert.created')}`, { key: fake });
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
  await s.expectError(endpoint('alert.created'), /Exactly one credential is needed[\s\S]*neither/);
  await provide('oauth = {}');
  await s.expectError(endpoint('alert.created'), /Exactly one credential is needed[\s\S]*SVC_AUTH_URL/);
});
