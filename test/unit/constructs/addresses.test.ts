import fc from 'fast-check';
import { expect, it } from 'vitest';
import { originByItself } from '../../../src/constructs/checks/literal-secret';
import { httpsUrl } from '../../../src/constructs/checks/rules';

const rule = httpsUrl('url');
const isRefused = (url: string) => rule.check({ url }, originByItself) !== undefined;

/** What the rule asks for, by the parser alone. */
function isHttps(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password } = new URL(text);
  const isLoopback = /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/.test(hostname);
  return (
    (protocol === 'https:' || (protocol === 'http:' && isLoopback)) && username === '' && password === ''
  );
}

const nearlyAddresses = fc.oneof(
  fc.webUrl({ withQueryParameters: true, withFragments: true }),
  fc.stringMatching(/^https?:\/\/[a-z0-9.@:[\]-]{1,12}(\/[\w.~%?#-]{0,6})?$/),
  fc.stringMatching(/^https:\/\/([a-z0-9-]{1,3}\.){0,3}[a-z0-9]{1,3}(\/[a-z.~/-]{0,4})?$/),
);

it('an address on the fast path is also accepted by the parser', () => {
  fc.assert(
    fc.property(nearlyAddresses, text => {
      expect(isRefused(text)).toBe(!isHttps(text));
    }),
    { numRuns: 5000 },
  );
});

it.each([
  'https://999.999.999.999/',
  'https://0x7f.1/',
  'https://xn--/',
  'https://xn--a.example/',
  'https://a.example:99999/',
  'https://a..example/',
  'https://-/',
])('%s is refused as far as the parser refuses it', text => {
  expect(isRefused(text)).toBe(!isHttps(text));
});
