import { describe, expect, it } from 'vitest';
import { apiKeys } from '../../../src/client/contract/api-keys';
import { collections } from '../../../src/client/contract/operations';
import { tenants } from '../../../src/client/contract/tenants';
import { timeOf } from '../../../src/client/contract/time';
import { webhooks } from '../../../src/client/contract/webhooks';
import { apiKey, webhookEndpoint } from './client-fixture';

const whole = { webhooks: webhookEndpoint(), apiKeys: apiKey(), tenants: { id: 'ten_1', name: 'Acme' } };
type Name = keyof typeof whole;

/** Reads an object with these differences. `undefined` stands for an absent field. */
const read = (name: Name, difference: object) =>
  collections[name].item(JSON.parse(JSON.stringify({ ...whole[name], ...difference })), '');

it.each<[Name, difference: object, told: object]>([
  ['webhooks', { secret: 'x', labels: { a: 1 }, key: null }, {}],
  ['webhooks', { id: 7 }, { id: '7' }],
  ['webhooks', { status: 'paused' }, { status: 'paused' }],
  ['webhooks', { events: [] }, { events: [] }],
  ['webhooks', { created_at: 1767225600 }, { created_at: '1767225600' }],
  ['apiKeys', { environment: 'staging' }, { environment: 'staging' }],
  ['apiKeys', { tenant_id: 3 }, { tenant_id: '3' }],
  ['apiKeys', { scopes: [] }, { scopes: [] }],
  ['tenants', { id: 3, name: 4, region: 'eu' }, { id: '3', name: '4' }],
])('an answer is shown as it comes: %s %j', (name, difference, told) => {
  expect(read(name, difference)).toEqual({ ...whole[name], ...told });
});

it.each<[Name, difference: object]>([
  ['webhooks', { url: null, events: null, status: null, created_at: null }],
  ['webhooks', { url: {}, events: 'alert.created', status: ['active'], created_at: { at: 1 } }],
  ['webhooks', { events: [{ type: 'alert.created' }] }],
  ['apiKeys', { name: undefined, tenant_id: undefined, environment: undefined, created_at: undefined }],
  ['apiKeys', { name: null, tenant_id: '', environment: null, created_at: null }],
  // An empty list would show a restricted key as unrestricted.
  ['apiKeys', { scopes: undefined }],
  ['apiKeys', { scopes: null }],
  ['apiKeys', { scopes: 'alerts:read' }],
  ['apiKeys', { scopes: ['alerts:read', { name: 'alerts:write' }] }],
  ['tenants', { name: null }],
])('a field that is absent or of another type keeps the value of the state: %s %j', (name, difference) => {
  const rest = Object.entries(whole[name]).filter(([field]) => !Object.hasOwn(difference, field));
  const told = read(name, difference);
  expect(told).toEqual(Object.fromEntries(rest));
  // An own property that is undefined would overwrite the value of the state.
  expect(Object.keys(told).sort()).toEqual(rest.map(([field]) => field).sort());
});

describe('an answer without what is needed is refused', () => {
  const { item, created } = apiKeys;
  const issued = { ...apiKey(), key: 'any form' };
  it.each<readonly [path: string, decoder: (value: unknown, path: string) => object, answer: object]>([
    ...[undefined, null, '', {}, true, 1.5, 2 ** 53, '..', 'a\n'].flatMap(id => [
      ['id', item, { ...apiKey(), id }] as const,
      ['id', webhooks.item, { ...webhookEndpoint(), id }] as const,
      ['id', tenants.item, { id, name: 'Acme' }] as const,
      ['id', created, { ...issued, id }] as const,
    ]),
    ...[undefined, null, '', 7].map(key => ['key', created, { ...issued, key }] as const),
  ])('%s (%#)', (path, decoder, answer) => {
    expect(() => decoder(answer, '')).toThrow(expect.objectContaining({ path }));
  });

  it('and with it, it is accepted', () => {
    expect(created({ id: 'a', key: 'any form' }, '')).toEqual({ id: 'a', key: 'any form' });
  });
});

it.each([
  ['2026-01-01T02:00:00.000+02:00', 0],
  ['2026-01-01T00:00:00', 0],
  ['2026-01-01 00:00:00.5', 500],
  ['Thu, 01 Jan 2026 00:00:00 GMT', 0],
  ['1767225600', 0],
  ['1767225600.5', 500],
  ['1767225600000', 0],
  ['1767225600000000000', 0],
  ['yesterday', Number.NaN],
  ['9'.repeat(400), Number.NaN],
  [undefined, Number.NaN],
])('a time is read in many spellings, without a zone as UTC: %s', (shown, after) => {
  expect(timeOf(shown) - Date.UTC(2026, 0, 1)).toEqual(after);
});
