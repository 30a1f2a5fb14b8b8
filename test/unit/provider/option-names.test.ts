import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient, InvalidOption, proxiesOf, systemClock } from '../../../src/client';
import { createAuthorizationServer } from '../../../src/client/oauth/login';
import { svc } from '../../../src/provider';
import { explain } from '../../../src/provider/errors/explain';

const configuring = { subject: 'provider', action: 'configure' } as const;
const usable = { baseUrl: 'https://api.example.com', credential: 'svc_test_1' };

function refusalOf(act: () => unknown): InvalidOption {
  try {
    act();
  } catch (error) {
    if (error instanceof InvalidOption) return error;
  }
  throw new Error('it should have been refused');
}

describe('an option that the client refuses', () => {
  it.each<[keyof typeof svc.attributes, Partial<ClientOptions>]>([
    ['base_url', { baseUrl: 'http://api.example.com' }],
    ['api_key', { credential: 'two words' }],
    ['request_timeout', { requestTimeoutSeconds: 0 }],
    ['request_timeout', { requestTimeoutSeconds: 2_147_483 }],
    ['request_timeout', { requestTimeoutSeconds: Number.MAX_SAFE_INTEGER }],
    ['max_retries', { maxRetries: -1 }],
    ['requests_per_second', { requestsPerSecond: 0 }],
  ])('is reported for %s, under that name: %j', (attribute, change) => {
    const refusal = refusalOf(() => createClient({ ...usable, ...change }));
    const { detail, attribute: place } = explain(refusal, configuring);
    expect(place).toBe(attribute);
    expect(detail).toMatch(new RegExp(`^${attribute} must `));
    expect(detail).not.toContain(refusal.option);
  });

  it.each([
    [
      'authUrl',
      { authUrl: 'http://auth.example.com', clientId: 'a' },
      /^oauth.auth_url \(or SVC_AUTH_URL\) must/,
    ],
    [
      'clientId',
      { authUrl: 'https://a.example', clientId: 'a b' },
      /^oauth.client_id \(or SVC_CLIENT_ID\) is/,
    ],
  ])('of the authorization server is reported for oauth: %s', (option, options, saying) => {
    const refusal = refusalOf(() => createAuthorizationServer(options, systemClock));
    expect(refusal.option).toBe(option);
    expect(explain(refusal, configuring)).toMatchObject({
      attribute: 'oauth',
      detail: expect.stringMatching(saying),
    });
  });

  it.each([
    [() => createClient({ ...usable, extraCertificates: 'no PEM' }), /^NODE_EXTRA_CA_CERTS must be PEM text/],
    [() => proxiesOf({ HTTPS_PROXY: 'socks4://a' }), /^HTTPS_PROXY is not the address of a proxy/],
  ])('of the environment is reported for its variable, on no attribute: %s', (act, saying) => {
    const explanation = explain(refusalOf(act), configuring);
    expect(explanation.detail).toMatch(saying);
    expect(explanation).not.toHaveProperty('attribute');
  });

  it('in another call has no attribute, since it would be one of the object', () => {
    const refusal = new InvalidOption('extraCertificates', 'cannot be read as certificates');
    const explanation = explain(refusal, { subject: 'svc_webhook_endpoint', action: 'read' });
    expect(explanation.detail).toMatch(/^NODE_EXTRA_CA_CERTS cannot/);
    expect(explanation).not.toHaveProperty('attribute');
  });

  it.each([
    ['request_timeout', 'requestTimeoutSeconds', [1, 30, 3600]],
    ['max_retries', 'maxRetries', [0, 4, 100]],
    ['requests_per_second', 'requestsPerSecond', [1, 1000]],
  ] as const)('is none that the check of %s lets pass', (attribute, option, values) => {
    for (const value of values) {
      expect(svc.attributes[attribute]?.check?.(value)).toEqual([]);
      createClient({ ...usable, [option]: value });
    }
  });

  it.each(['requestTimeoutSeconds', 'maxRetries', 'requestsPerSecond', 'unavailableOperations', 'userAgent'])(
    'is never reported under the name %s, which users do not know',
    option => {
      const { summary, detail } = explain(new InvalidOption(option, 'is wrong'), configuring);
      expect(`${summary} ${detail}`).not.toContain(option);
    },
  );
});
