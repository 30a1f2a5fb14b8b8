import { expect, it } from 'vitest';
import { type ClientOptions, createClient, InvalidOption, proxiesOf, systemClock } from '../../../src/client';
import { createAuthorizationServer } from '../../../src/client/oauth/login';
import { svc } from '../../../src/provider';
import { explain } from '../../../src/provider/errors/explain';

const configuring = { subject: 'provider', action: 'configure' } as const;
const usable = { baseUrl: 'https://api.example.com', credential: 'svc_test_1' };
const make = (change: Partial<ClientOptions>) => () => createClient({ ...usable, ...change });
const ask = (authUrl: string, clientId: string) => () =>
  createAuthorizationServer({ authUrl, clientId }, systemClock);
const refuse = (option: string) => () => {
  throw new InvalidOption(option, 'is wrong');
};

it.each<[RegExp, keyof typeof svc.attributes | undefined, () => unknown]>([
  [/^base_url is refused: /, 'base_url', make({ baseUrl: 'http://api.example.com' })],
  [/^api_key must /, 'api_key', make({ credential: 'two words' })],
  [/^request_timeout must /, 'request_timeout', make({ requestTimeoutSeconds: 0 })],
  [/^request_timeout must /, 'request_timeout', make({ requestTimeoutSeconds: 2_147_483 })],
  [/^max_retries must /, 'max_retries', make({ maxRetries: -1 })],
  [/^requests_per_second must /, 'requests_per_second', make({ requestsPerSecond: 0 })],
  [/^unavailable_operations is/, 'unavailable_operations', refuse('unavailableOperations')],
  [/^refresh is/, 'refresh', refuse('refresh')],
  [/^oauth.auth_url \(or SVC_AUTH_URL\) is refused: /, 'oauth', ask('http://auth.example.com', 'a')],
  [/^oauth.client_id \(or SVC_CLIENT_ID\) is/, 'oauth', ask('https://a.example', 'a b')],
  [/^Terraform's version is/, undefined, refuse('userAgent')],
  [/^NODE_EXTRA_CA_CERTS must be PEM text/, undefined, make({ extraCertificates: 'no PEM' })],
  [/^HTTPS_PROXY is not the address/, undefined, () => proxiesOf({ HTTPS_PROXY: 'socks4://a' })],
])('a refused option is called as users know it: %s, on %s', (detail, attribute, act) => {
  let refusal: unknown;
  try {
    act();
  } catch (error) {
    refusal = error;
  }
  expect(explain(refusal, configuring).detail).toMatch(detail);
  expect(explain(refusal, configuring).attribute).toBe(attribute);
  // In another call it would be an attribute of the object.
  expect(explain(refusal, { subject: 'svc_webhook_endpoint', action: 'read' }).attribute).toBeUndefined();
});

it.each([
  ['request_timeout', 'requestTimeoutSeconds', [1, 30, 3600]],
  ['max_retries', 'maxRetries', [0, 4, 100]],
  ['requests_per_second', 'requestsPerSecond', [1, 1000]],
] as const)('the client takes each %s that the provider’s check lets pass', (attribute, option, values) => {
  for (const value of values) {
    expect(svc.attributes[attribute]?.check?.(value)).toEqual([]);
    createClient({ ...usable, [option]: value });
  }
});
