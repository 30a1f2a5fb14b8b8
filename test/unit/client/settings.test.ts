import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient, normalizedAddress, parseBaseUrl } from '../../../src/client';
import { canonicalAddress } from '../../../src/client/contract/canonical-address';
import { checkSettings } from '../../../src/client/http/settings';
import { isLoopback } from '../../../src/constructs/addresses/address';
import { testKey } from './client-fixture';

const optionsOf = (change: Partial<ClientOptions>): ClientOptions => ({
  baseUrl: 'https://api.example.com',
  credential: testKey,
  ...change,
});

describe('the base address', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com', '', 'api.example.com:443', true],
    ['https://api.example.com:8443/eu/', 'https://api.example.com:8443', '/eu', 'api.example.com:8443', true],
    ['HTTPS://API.Example.com/a/b//', 'https://api.example.com', '/a/b', 'api.example.com:443', true],
    ['http://127.0.0.1', 'http://127.0.0.1', '', '127.0.0.1:80', false],
    ['http://[::1]:1', 'http://[::1]:1', '', '[::1]:1', false],
  ])('%s is taken apart', (text, origin, prefix, address, secure) => {
    expect(parseBaseUrl(text)).toEqual({ origin, prefix, address, secure });
  });

  it.each([
    ['http://api.example.com', 'must use https'],
    ['ftp://localhost', 'must use https'],
    ['https://hidden@api.example.com', 'contains a user name or a password'],
    ['https://:hidden@api.example.com', 'contains a user name or a password'],
    ['https://api.example.com?key=hidden', 'has a query or a fragment'],
    ['https://api.example.com#', 'has a query or a fragment'],
    ['', 'not an absolute URL'],
  ])('%s is refused without being repeated', (baseUrl, problem) => {
    const message = expect.stringMatching(
      new RegExp(`^base_url \\(or SVC_BASE_URL\\) is refused: .*${problem}((?!hidden).)*[^.]\\.$`),
    );
    const fault = { name: 'InvalidOption', message };
    expect(() => createClient(optionsOf({ baseUrl }))).toThrow(expect.objectContaining(fault));
  });

  it.each([
    [true, ['localhost', '127.0.0.1', '127.255.1.200', '::1', '[::1]']],
    [false, ['0.0.0.0', '[::2]', '127.0.0.1.example.com', 'mylocalhost', 'localhost.']],
  ])('that it is this machine is %s of the hosts %j', (expected, hosts) => {
    for (const host of hosts) expect(isLoopback(host), host).toBe(expected);
  });

  it.each([
    ['https://AUTH.example.com:443//', 'https://auth.example.com'],
    ['https://auth.example.com/%7eann/%c3%a4/%2f', 'https://auth.example.com/~ann/%C3%A4/%2F'],
    ['no address', 'no address'],
  ])('%s is normalised to %s', (text, normalised) => {
    expect(normalizedAddress(text)).toBe(normalised);
  });
});

it.each([
  ['https://a.example', 'https://a.example/'],
  ['HTTPS://A.Example:443/', 'https://a.example/'],
  ['https://b\u00fccher.example/', 'https://xn--bcher-kva.example/'],
  ['https://a.example/x/../\u00e4?q=\u00e4#\u00e4', 'https://a.example/%c3%a4?q=%c3%a4#%c3%a4'],
  ['https://a.example/%7Eann/%61', 'https://a.example/~ann/a'],
])('%s and %s are one address', (one, other) => {
  expect(canonicalAddress(one)).toBe(canonicalAddress(other));
});

it.each([
  ['https://a.example/x', 'https://a.example/X'],
  ['https://a.example/x', 'https://a.example/x/'],
  ['https://a.example/x?a=1&b=2', 'https://a.example/x?b=2&a=1'],
  ['https://a.example/a%2Fb', 'https://a.example/a/b'],
  // Programs do not agree on where the host of these ends.
  ['https://a.example\\@b.example/', 'https://a.example/@b.example/'],
  ['https:///a.example/', 'https://a.example/'],
  ['https://a.ex\tample/', 'https://a.example/'],
  [' https://a.example/', 'https://a.example/'],
])('%s and %s are two', (one, other) => {
  expect(canonicalAddress(one)).not.toBe(canonicalAddress(other));
});

it.each([undefined, null, 7, 'no address', 'https://['])('%j stays as it is', value => {
  expect(canonicalAddress(value)).toBe(value);
});

it('the last of thousands of addresses is read as the first: URL.canParse of Node.js 20 refuses an ä from the 2,000th on', () => {
  const read = Array.from({ length: 10_000 }, () => canonicalAddress('https://b\u00fccher.example/'));
  expect(new Set(read)).toEqual(new Set(['https://xn--bcher-kva.example/']));
});

describe('other options', () => {
  it('have defaults', () => {
    expect(checkSettings(optionsOf({}))).toMatchObject({
      base: parseBaseUrl('https://api.example.com'),
      userAgent: 'cdktf-provider-svc',
      timeoutSeconds: 30,
      maxRetries: 4,
      leastSpacingMilliseconds: 0,
      unavailable: new Set(),
      coalesces: true,
      listsAreWhole: false,
    });
  });

  it.each<[Partial<ClientOptions>, object]>([
    [{ requestsPerSecond: 0.5 }, { leastSpacingMilliseconds: 2000 }],
    [{ maxRetries: 0 }, { maxRetries: 0 }],
    [{ refresh: 'each' }, { coalesces: false }],
    [{ listsAreWhole: true }, { listsAreWhole: true }],
    [{ unavailableOperations: ['webhooks.get'] }, { unavailable: new Set(['webhooks.get']) }],
    [{ credential: async () => 'two words' }, {}],
  ])('%j are taken', (change, settings) => {
    expect(checkSettings(optionsOf(change))).toMatchObject(settings);
  });

  it.each(['', 'two words', 'line\r\nInjected: yes', 'ключ'])(
    'the key %j is refused, not repeated',
    credential => {
      expect(() => createClient(optionsOf({ credential }))).toThrow(
        /^api_key \(or SVC_API_KEY\) must be one word of printable ASCII characters\.$/,
      );
    },
  );
});
