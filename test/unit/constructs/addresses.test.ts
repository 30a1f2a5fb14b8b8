import { expect, it } from 'vitest';
import { clearAddress, flawOf } from '../../../src/constructs/addresses/address';

const character = (code: string) => `U+${code}`;
const absolute = 'not an absolute URL';
const hosts = 'Programs find different hosts';

it.each<[address: string, host: string | undefined, flaw: string | undefined]>([
  ['https://good.example/', 'good.example', undefined],
  ['HTTPS://Good.Example:8443', 'good.example', undefined],
  ['https://good.example./', 'good.example.', undefined],
  ['https://good.example?a=/b@c#d/e?f', 'good.example', undefined],
  ["https://a_b.example/%7e(a)!*'$&+,;=:@-._~", 'a_b.example', undefined],
  ['https://[2001:DB8::1]:8443/a', '[2001:db8::1]', undefined],
  ['https://127.0.0.1/', '127.0.0.1', undefined],
  ['https://xn--bcher-kva.example/', 'xn--bcher-kva.example', undefined],
  ['https://user:p%40ss@good.example/', 'good.example', undefined],
  ['https://good.example/\\@evil.example/', 'good.example', character('005C')],
  ['https://good.example/\u{1f600}', 'good.example', character('1F600')],
  ['https://good.example/a?b[]=1', 'good.example', character('005B')],
  ['https://good.example/50%', 'good.example', character('0025')],
  ['https://good.example/#a#b', 'good.example', character('0023')],
  ['https://good.example/\n', 'good.example', character('000A')],
  ['https://good.example\\@evil.example/', undefined, character('005C')],
  ['https:\\\\good.example/', undefined, character('005C')],
  ['https://good.exa\tmple/', undefined, character('0009')],
  [' https://good.example/', undefined, character('0020')],
  ['https://good.example\uff0fevil.example/', undefined, character('FF0F')],
  ['https://[evil.example]@good.example/', undefined, character('005B')],
  ['https://%67ood.example/', undefined, hosts],
  ['https://good.example@evil@b.example/', undefined, hosts],
  ['https:///good.example/', undefined, hosts],
  ['https:good.example', undefined, hosts],
  ['https://0x7f.1/', undefined, hosts],
  ['https://good.example:99999/', undefined, absolute],
  ['good.example', undefined, absolute],
  ['', undefined, absolute],
])('%j has the host %s, and the flaw %s', (address, host, flaw) => {
  expect(clearAddress(address)?.hostname).toBe(host);
  const found = flawOf(address)?.found;
  expect(found).toEqual(flaw === undefined ? undefined : expect.stringContaining(flaw));
  // A path may hold a token.
  expect(JSON.stringify(flawOf(address) ?? '')).not.toMatch(/good|evil/);
});
