import { expect, it } from 'vitest';
import { PlatformError } from '../../../src/client';
import { knownTenants } from '../../../src/provider/api-keys/known-tenants';
import { demandAccount, noteAccount } from '../../../src/provider/connection/account';
import {
  demandOrigin,
  noteCreated,
  noteSeen,
  platformOrigin,
} from '../../../src/provider/connection/origins';
import { notebook } from './notebook';

it.each([
  ['https://API.example.com:443/', 'svc_live_1', 'https://api.example.com live'],
  ['https://api.example.com/staging', 'svc_test_1', 'https://api.example.com/staging test'],
  ['https://api.example.com:8443', 'another key', 'https://api.example.com:8443'],
  ['http://127.0.0.1:4010', undefined, 'localhost'],
  ['https://[::1]:4011', 'svc_test_1', 'localhost test'],
  ['http://localhost', 'Xsvc_test_1', 'localhost'],
])('the origin of %s with %s is %s', (url, key, origin) => {
  expect(platformOrigin(url, key)).toBe(origin);
});

it.each<[string | undefined, string, boolean, string | undefined]>([
  [undefined, 'a test', true, undefined],
  ['a test', 'a test', true, 'a test'],
  ['a test', 'a live', false, 'a test\na live'],
  ['a test', 'b test', false, 'a test\nb test'],
  ['a test', 'a', true, 'a test'],
  ['a', 'a test', true, 'a'],
  ['b live\na test', 'a test', true, 'b live\na test'],
])('an object noted at %j may be changed from %j: %s; seen there: %j', (origins, origin, isAllowed, seen) => {
  const context = { client: { origin }, notes: notebook(origins === undefined ? {} : { origins }) };
  const demand = () => demandOrigin('wh_1', context);
  if (isAllowed) expect(demand).not.toThrow();
  else expect(demand).toThrow(`wh_1 was created or seen at ${origins}. This run uses ${origin}.`);
  noteSeen(context);
  expect(context.notes.get('origins')).toBe(seen);
  noteCreated(context);
  expect(context.notes.get('origins')).toBe(origin);
});

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
const lettersOf = (letters: string) => [...letters].map(letter => ({ id: `ten_${letter}`, name: letter }));

/** What an account shows: pages of tenants, each a letter. `…` says that nobody knows the end, `!` that it fails there. */
function tenantsOf(account: string) {
  const pages = account.split(' ');
  const gap = new PlatformError('EndUnknown', { operation: 'tenants.list', count: 0 });
  const failed = new PlatformError('Cancelled', { operation: 'tenants.list' });
  return knownTenants({
    list: async () => {
      if (account.includes('!')) throw failed;
      return { items: lettersOf(account.replace(/\W/g, '')), gap: account.includes('…') ? gap : undefined };
    },
    async *pages() {
      for (const page of pages) {
        if (page.includes('!')) throw failed;
        yield lettersOf(page.replace(/\W/g, ''));
      }
    },
  });
}

it.each<[string, string, string | undefined, string, string | undefined]>([
  ['ab', '', 'a,b', 'ab', undefined],
  ['ab', '', 'a,b', 'xb', undefined],
  ['ab', '', 'a,b', 'xy', 'ten_a, ten_b'],
  ['ab', 'c', 'c,a,b', 'xc', undefined],
  ['a', 'a', 'a', 'x', 'ten_a'],
  ['ab cd', '', 'a,b', 'cd', 'ten_a, ten_b'],
  ['abcd', '', 'a,b,c,d', 'x', 'ten_a, ten_b, ten_c, …'],
  [alphabet, '', [...alphabet].slice(0, 20).join(), 'xyz', 'ten_a, ten_b, ten_c, …'],
  ['ab', '', 'a,b', 'xy…', undefined],
  ['ab', '', 'a,b', '!', undefined],
  ['ab', '', 'a,b', 'xy !', undefined],
  ['ab', '', 'a,b', '', undefined],
  ['!', '', undefined, 'xy', undefined],
  ['', '', undefined, 'xy', undefined],
  ['!', 'c', 'c', 'xy', 'ten_c'],
])('an account of %j, tenant %j, notes %j; %j misses %j', async (account, own, letters, other, named) => {
  const notes = notebook();
  const tenant_id = own === '' ? undefined : `ten_${own}`;
  await noteAccount({ tenant_id }, { client: { seenTenants: tenantsOf(account) }, notes });
  expect(notes.get('tenants')?.replace(/ten_/g, '').split('\n').join()).toBe(letters);
  const told = demandAccount('wh_1', { client: { seenTenants: tenantsOf(other) }, notes });
  if (named === undefined) await expect(told).resolves.toBeUndefined();
  else await expect(told).rejects.toThrow(`that were noted for it: ${named}. The state is kept.`);
  await noteAccount({}, { client: { seenTenants: tenantsOf('z') }, notes });
  expect(notes.get('tenants'), 'of a replacement').toBe('ten_z');
});
