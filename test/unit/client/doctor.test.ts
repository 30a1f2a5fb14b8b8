import { describe, expect, it } from 'vitest';
import { assumptions } from '../../../src/client/contract/assumptions';
import { wire } from '../../../src/client/contract/page';
import { lineOf } from '../../harness/operations';
import {
  type Answers,
  denied,
  endpoint,
  examined,
  got,
  keys,
  listed,
  page,
  refusedLists,
  verdictOf,
} from './examined-platform';

const { list, cursor } = wire;

type Row = readonly [name: string, what: string, Answers, differs?: string | false];
/** What reads show. Without a fourth operand, the assumption cannot be told. `false` means that it holds. */
const marked = `\ufeff{"${wire.error}":{"code":"no","message":"No."}}`;
const rows: readonly Row[] = [
  ['webhooks.get', 'an object is shown', {}, false],
  ['webhooks.get', 'an object that the list shows is not found', { 'webhooks.get': [404] }, 'answers 404'],
  ['webhooks.get', 'nothing exists', { ...listed(page), 'webhooks.get': [404] }],
  ['webhooks.get', 'nothing exists, no method', { ...listed(page), 'webhooks.get': [405] }, 'answers 405'],
  ['webhooks.get', 'an envelope', got({ data: endpoint }), 'answers 200 without an "id" that can be read'],
  ['webhooks.get', 'what does not exist is shown', { ...listed(page), ...got(endpoint) }],
  ['webhooks.get', 'another object', got({ ...endpoint, id: 'wh_2' }), 'answers with another object'],
  ['webhooks.list', 'it is not implemented', { 'webhooks.list': [501] }, 'answers 501'],
  [
    'webhooks.list',
    'a list of another form',
    listed({ objects: [] }),
    `answers 200 without a list "${list}"`,
  ],
  ['webhooks.list', 'null for no objects', listed({ [list]: null, [cursor]: null }), false],
  ['webhooks.list', 'null', listed({ [list]: null, message: 'No.' }), `answers 200 without a list "${list}"`],
  ['webhooks.list', 'no permission', { 'webhooks.list': [403] }],
  ['webhooks.update', 'reads alone', {}],
  ['lists.next_cursor', 'a cursor is followed, and null', {}, false],
  ['lists.limit', 'it is taken', {}, false],
  ['lists.limit', 'no permission to list', refusedLists(403)],
  ['lists.limit', 'refused with it and without', refusedLists(422)],
  ['lists.next_cursor', 'empty', listed({ ...page, [cursor]: '' }), 'it is ""'],
  ['lists.next_cursor', 'absent', listed({ [list]: [] }), 'it is absent'],
  [
    'lists.next_cursor',
    'absent after objects',
    listed({ [list]: [endpoint] }),
    'it is absent: only the first 1 of webhooks are seen',
  ],
  ['lists.next_cursor', 'a larger total', listed({ ...page, total: 9 }), 'it is null after 0 of 9 objects'],
  ['lists.current', 'reads alone', {}],
  ['objects.current', 'reads alone', {}],
  ['objects.fields', 'those of the contract', {}, false],
  [
    'objects.fields',
    'another form',
    got({ ...endpoint, events: [{ type: 'a' }] }),
    'webhooks without events that can be read',
  ],
  ['objects.fields', 'null', got({ ...endpoint, status: null }), 'webhooks without status'],
  ['objects.fields', 'another', got({ ...endpoint, labels: {} }), false],
  ['objects.created_at', 'ISO 8601', {}, false],
  ['objects.created_at', 'fractions', got({ ...endpoint, created_at: '2026-01-01T00:00:00.1Z' }), false],
  ['objects.created_at', 'seconds', got({ ...endpoint, created_at: 1_767_225_600 }), '1767225600'],
  [
    'objects.created_at',
    'no zone',
    got({ ...endpoint, created_at: '2026-01-01T00:00' }),
    '"dddd-dd-ddTdd:dd"',
  ],
  ['objects.secrets', 'none', {}, false],
  ['objects.secrets', 'a secret', got({ ...endpoint, secret: 'fake' }), 'webhooks show secret'],
  ['objects.secrets', 'a masked one', got({ ...endpoint, secret: '****' }), false],
  ['objects.secrets', 'the value of a key', keys({ key: 'a-fake-value-of-a-key' }), 'apiKeys show key'],
  ...['webhooks.url', 'webhooks.events', 'apiKeys.scopes', 'apiKeys.name', 'apiKeys.tenant_id'].map(
    form => [form, 'nothing is sent', {}] as const,
  ),
  ['webhooks.status', 'degraded', got({ ...endpoint, status: 'degraded' }), false],
  ['webhooks.status', 'paused', got({ ...endpoint, status: 'paused' }), '"paused"'],
  ['apiKeys.environment', 'live', keys({ environment: 'live' }), false],
  ['apiKeys.environment', 'staging', keys({ environment: 'staging' }), '"staging"'],
  ['apiKeys.environment', 'of no key', keys({ environment: null })],
  ['apiKeys.key', 'another form, which is not shown', keys({ key: 'fake' }), 'a key has another form'],
  ['apiKeys.key', 'a masked one', keys({ key: '****' })],
  ['requests.idempotency_key', 'reads alone', {}],
  ['requests.equal', 'reads alone', {}],
  ['errors.not_found', '404', {}, false],
  ['errors.not_found', '410', { 'webhooks.get': [410] }, 'it answers 410'],
  ['errors.not_found', 'no permission to get', denied, false],
  ['errors.not_found', 'none to list', { ...denied, 'webhooks.list': [403] }, false],
  ['errors.not_found', '403', { ...listed(page), ...denied }, 'it answers 403'],
  ['errors.not_found', '401', { ...listed(page), 'webhooks.get': [401] }, 'it answers 401'],
  ['errors.not_found', '200', got({}), 'it answers 200'],
  ['errors.body', 'the form', { 'webhooks.get': [404, { error: { code: 'no', message: 'No.' } }] }, false],
  [
    'errors.body',
    'no message',
    { 'webhooks.get': [404, { error: { code: 'no' } }] },
    'a 404 has another body',
  ],
  ['errors.body', 'a byte order mark', { 'webhooks.get': [404, marked] }, false],
  ['errors.body', 'another', { 'webhooks.get': [404, 'none'] }, 'a 404 has another body'],
];

describe('an assumption', () => {
  it.for(rows)('%s: %s', async ([name, , answers, differs]) => {
    expect((await examined(answers)).find(row => row.name === name)).toMatchObject(verdictOf(differs));
  });

  it('has a row above for each of its forms', () => {
    const forms = assumptions
      .map(({ name }) => name)
      .filter(name => !/\.(create|list|get|update|delete)$/.test(name));
    expect(forms.filter(form => !rows.some(([name]) => name === form))).toEqual([]);
  });

  it('is needed only if it is the documented create', () => {
    expect(assumptions.filter(({ needed }) => needed).map(({ name }) => name)).toEqual(['webhooks.create']);
  });

  it('holds as far as the calls go that have shown it', async () => {
    const detailOf = async (answers: Answers) =>
      (await examined(answers)).find(({ name }) => name === 'objects.fields')?.detail;
    expect(await detailOf({})).toBe('shown by apiKeys.list, apiKeys.get, webhooks.list, webhooks.get');
    expect(await detailOf({ 'apiKeys.list': [403] })).toBe('shown by webhooks.list, webhooks.get');
  });

  it('that a call is refused for cannot be told, and says why', async () => {
    const all = await examined({ 'webhooks.list': [403] });
    expect(all.find(({ name }) => name === 'webhooks.list')?.detail).toContain(lineOf('webhooks.list'));
  });
});
