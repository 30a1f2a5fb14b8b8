import { expect, it } from 'vitest';
import type { RawObject } from '../../../src/plugin/values/raw';
import { aSandbox } from '../../harness/a-sandbox';
import { configured, validatedProvider } from './asked';

const key = `svc_test_${'0'.repeat(32)}`;
const planted = 'https://me:planted@api.example.com';
const [noKey, nobody] = [{ SVC_API_KEY: '' }, { SVC_BASE_URL: 'https://nobody.invalid' }];
const login = { auth_url: 'https://login.example.com', client_id: 'a' };
const ofNobody = { oauth: { auth_url: login.auth_url } };
const otherLogin = { ...noKey, SVC_AUTH_URL: 'https://other.example', XDG_CONFIG_HOME: '/nowhere' };
const lineEnd = { SVC_BASE_URL: 'https://api.example.com\r' };
const neither =
  /^Missing base_url and api_key: .*\n {4}export SVC_BASE_URL=https:\/\/… SVC_API_KEY=…\n.*\n {4}eval "\$\(npx/s;
const nobodyHere =
  /^Platform is unreachable: .*127\.0\.0\.1:9.*ECONNREFUSED.*\n {4}eval "\$\(npx --no cdktf-provider-svc sandbox --background\)"/s;
const loginNeeded = /^Login needed: .*--auth-url https:\/\/login\.example\.com/s;
// Nobody listens at port 9 of this machine.
const platform = { SVC_BASE_URL: 'http://127.0.0.1:9', SVC_API_KEY: key };

it.for<readonly [string, RawObject, Readonly<Record<string, string>>, RegExp]>([
  ['no key', {}, noKey, /^Exactly one credential is needed: .*neither.*SVC_API_KEY=…/s],
  ['no address', {}, { SVC_BASE_URL: '' }, /^Missing base_url: (?!.*SVC_API_KEY=).*SVC_BASE_URL/s],
  ['no address and no key', {}, { SVC_BASE_URL: '', SVC_API_KEY: '' }, neither],
  ['a malformed key', {}, { SVC_API_KEY: 'svc_live_with a blank' }, /^Malformed API key/],
  ['plain http', {}, { SVC_BASE_URL: 'http://api.example.com' }, /^Invalid platform address: .*https/s],
  ['a line end', {}, lineEnd, /^Invalid platform address: .*D\)\. Take it away: /s],
  ['a password in the URL', {}, { SVC_BASE_URL: planted }, /user name or a password/],
  ['nobody at an address of this machine', {}, {}, nobodyHere],
  ['nobody at another address', {}, nobody, /^Platform is unreachable: (?!.*sandbox).*Check base_url/s],
  ['a key and a login', { oauth: login }, {}, /^Exactly one credential is needed: .*both/s],
  ['a login that nobody has made, at the address of the block', { oauth: login }, otherLogin, loginNeeded],
  ['half a login', { oauth: {} }, noKey, /^Exactly one credential .*no `auth_url`.*SVC_AUTH_URL/s],
  ['a login without a client', ofNobody, noKey, /^Exactly one credential .*no `client_id`.*SVC_CLIENT_ID/s],
])('a wrong provider block is one error without a secret: %s', async ([, values, environment, fault]) => {
  const { said } = await configured({ max_retries: 0, ...values }, { ...platform, ...environment });
  expect(said).toEqual([expect.stringMatching(fault)]);
  expect(said.join()).not.toMatch(/planted|tooshort/);
});

it('the advice to log in names the command, and no variable to unset', async () => {
  const { said } = await configured({}, { ...platform, SVC_API_KEY: '' });
  expect(said.join()).toContain('    npx --no cdktf-provider-svc login --auth-url URL --client-id ID');
  expect(said.join()).not.toMatch(/unset|remove/i);
});

it('unavailable_operations may name assumed operations alone, and each other one is an error', () => {
  const named = ['apiKeys.delete', 'webhooks.create', 'webhooks.udpate'];
  expect(validatedProvider({ unavailable_operations: named })).toEqual([
    expect.stringMatching(/^Unknown operation "webhooks\.create": .*document shows/),
    expect.stringMatching(/^Unknown operation "webhooks\.udpate": .*"webhooks\.update"/),
  ]);
});

it.each([
  [0.5, 0],
  [1000, 0],
  [0, 1],
  [1000.5, 1],
])('a rate of %d requests a second has %i errors', (requests_per_second, errors) => {
  expect(validatedProvider({ requests_per_second })).toHaveLength(errors);
});

it('a size of pages that the platform refuses is a warning, and pages are smaller', async () => {
  const { url: base_url, key: api_key } = await aSandbox();
  const { said } = await configured({ base_url, api_key, page_size: 1000 }, {});
  expect(said).toEqual([expect.stringMatching(/^Page size refused: .*pages of 1000\. /)]);
  expect((await configured({ base_url, api_key, page_size: 50 }, {})).said).toEqual([]);
});
