import { describe, expect, it } from 'vitest';
import { NotFound, Unsupported } from '../../../src/client';
import { assumptions } from '../../../src/client/contract/assumptions';
import { collectionNames, type OperationName } from '../../../src/client/contract/operations';
import { judge } from '../../../src/client/doctor/judge';
import type { Sighting } from '../../../src/client/doctor/observer';

type Step = Sighting['step'];

/** A response. A number is the status of an error, with the platform's words unless they are `undefined`. */
function saw(
  operation: OperationName,
  step: Step,
  answer: object | number,
  more: Partial<Sighting> = {},
): Sighting {
  const call = { operation };
  const name = collectionNames.find(each => operation.startsWith(`${each}.`)) ?? 'webhooks';
  if (typeof answer === 'number') {
    const context = { operation, status: answer, refusal: { code: 'no', fields: new Map() } };
    const error = answer === 404 ? new NotFound(context, undefined) : new Unsupported(context, false);
    return { step, name, call, status: answer, objects: [], error, ...more };
  }
  const data: unknown = Reflect.get(answer, 'data');
  const objects = Array.isArray(data) ? data : 'id' in answer ? [answer] : [];
  return { step, name, call, status: 200, body: answer, objects, date: 'now', ...more };
}

const endpoint = {
  id: 'wh_1',
  url: 'https://a.example/',
  events: [],
  status: 'active',
  created_at: '2026-01-01T00:00:00Z',
};
const other = { ...endpoint, id: 'wh_2' };
const key = {
  id: 'key_1',
  name: 'n',
  tenant_id: 'ten_1',
  scopes: [],
  environment: 'test',
  created_at: endpoint.created_at,
};
const page = (...data: object[]) => ({ data, next_cursor: null });
const endpoints = (step: Step, ...data: object[]) => saw('webhooks.list', step, page(...data));
const got = (object: object) => saw('webhooks.get', 'get', object);
const created = saw('webhooks.create', 'create', endpoint, { status: 201 });
const updated = saw('webhooks.update', 'update', endpoint, {
  call: { operation: 'webhooks.update', id: 'wh_1', body: { url: 'https://b.example/' } },
});
const deleted = saw(
  'webhooks.delete',
  'delete',
  {},
  { status: 204, call: { operation: 'webhooks.delete', id: 'wh_1' } },
);
const plain = new NotFound({ operation: 'webhooks.get', status: 404 }, 'wh_3');
const issued = (value: string) => saw('apiKeys.create', 'create', { ...key, key: value });
const sentAddress = { operation: 'webhooks.create', body: { url: 'https://A.example:443' } } as const;

type Row = readonly [name: string, what: string, sightings: readonly Sighting[], differs?: string | false];

/** Without a fourth operand, the assumption cannot be told. `false` means that it holds. */
const rows: readonly Row[] = [
  ['webhooks.get', 'an object is shown', [got(endpoint)], false],
  [
    'webhooks.get',
    'an object that the list shows is not found',
    [saw('webhooks.get', 'get', 404)],
    'answers 404',
  ],
  ['webhooks.get', 'an object that does not exist is not found', [saw('webhooks.get', 'absent', 404)]],
  [
    'webhooks.get',
    'no method for an object that does not exist',
    [saw('webhooks.get', 'absent', 405)],
    'answers 405',
  ],
  ['webhooks.get', 'an object that should be gone', [saw('webhooks.get', 'gone', endpoint)]],
  ['webhooks.list', 'a page', [endpoints('list')], false],
  [
    'webhooks.list',
    'a list of another form',
    [saw('webhooks.list', 'list', {})],
    'answers 200 without a list "data"',
  ],
  ['webhooks.update', 'it is not implemented', [saw('webhooks.update', 'update', 501)], 'answers 501'],
  ['webhooks.update', 'it is refused', [saw('webhooks.update', 'update', 403)]],
  ['lists.paging', 'one of two', [endpoints('list', endpoint, other), endpoints('one', endpoint)], false],
  ['lists.paging', 'one of one', [endpoints('list', endpoint), endpoints('one', endpoint)]],
  [
    'lists.paging',
    'two of two',
    [endpoints('list', endpoint, other), endpoints('one', endpoint, other)],
    'webhooks answer 2 objects to limit=1',
  ],
  [
    'lists.paging',
    'the same again',
    [endpoints('list', endpoint, other), endpoints('one', endpoint), endpoints('next', endpoint)],
    'the cursor of webhooks does not advance',
  ],
  [
    'lists.paging',
    'another one',
    [endpoints('list', endpoint, other), endpoints('one', endpoint), endpoints('next', other)],
    false,
  ],
  ['lists.next_cursor', 'null', [endpoints('list')], false],
  ['lists.next_cursor', 'a text', [saw('webhooks.list', 'list', { data: [], next_cursor: 'a' })], false],
  ['lists.next_cursor', 'empty', [saw('webhooks.list', 'list', { data: [], next_cursor: '' })], 'it is ""'],
  ['lists.next_cursor', 'absent', [saw('webhooks.list', 'list', { data: [] })], 'it is absent'],
  ['lists.next_cursor', 'an error', [saw('webhooks.list', 'list', 404)]],
  ['lists.current', 'a new object is listed', [created, endpoints('after create', endpoint)], false],
  [
    'lists.current',
    'a new object is not',
    [created, endpoints('after create')],
    'webhooks do not show a new object yet',
  ],
  [
    'lists.current',
    'a new object may be on a later page',
    [created, saw('webhooks.list', 'after create', { data: [], next_cursor: 'a' })],
  ],
  [
    'lists.current',
    'old fields',
    [updated, endpoints('after update', endpoint)],
    'webhooks show an object as it was before its update',
  ],
  [
    'lists.current',
    'new fields',
    [updated, endpoints('after update', { ...endpoint, url: 'https://b.example/' })],
    false,
  ],
  [
    'lists.current',
    'a deleted object',
    [deleted, endpoints('after delete', endpoint)],
    'webhooks still show a deleted object',
  ],
  ['lists.current', 'no deleted object', [deleted, endpoints('after delete', other)], false],
  ['objects.fields', 'those of the contract', [got(endpoint)], false],
  ['objects.fields', 'null', [got({ ...endpoint, status: null })], 'webhooks without status'],
  ['objects.fields', 'another', [got({ ...endpoint, labels: {} })], 'webhooks with labels'],
  ['objects.fields', 'no object', [endpoints('list')]],
  ['objects.id', 'wh_', [got(endpoint)], false],
  ['objects.id', 'hook_', [got({ ...endpoint, id: 'hook_1' })], 'hook_'],
  ['objects.id', 'a number', [got({ ...endpoint, id: '17' })], 'webhooks without a prefix'],
  ['objects.created_at', 'ISO 8601', [got(endpoint)], false],
  [
    'objects.created_at',
    'with fractions',
    [got({ ...endpoint, created_at: '2026-01-01T00:00:00.123Z' })],
    false,
  ],
  ['objects.created_at', 'seconds', [got({ ...endpoint, created_at: 1_767_225_600 })], '1767225600'],
  ['objects.created_at', 'none', [got({ ...endpoint, created_at: null })]],
  ['objects.secrets', 'none', [got(endpoint)], false],
  [
    'objects.secrets',
    'the secret of an endpoint',
    [got({ ...endpoint, secret: 'fake' })],
    'webhooks show secret',
  ],
  ['objects.secrets', 'a masked one', [got({ ...endpoint, secret: '****' })], false],
  ['objects.secrets', 'the value of a new key', [issued('fake')], false],
  [
    'objects.secrets',
    'the value of a key',
    [saw('apiKeys.get', 'get', { ...key, key: 'fake' })],
    'apiKeys show key',
  ],
  [
    'webhooks.url',
    'as it was sent',
    [{ ...created, call: { ...sentAddress, body: { url: endpoint.url } } }],
    false,
  ],
  [
    'webhooks.url',
    'in canonical form',
    [{ ...created, call: sentAddress }],
    '"https://A.example:443" comes back as "https://a.example/"',
  ],
  ['webhooks.url', 'not sent', [got(endpoint)]],
  ['webhooks.status', 'degraded', [got({ ...endpoint, status: 'degraded' })], false],
  ['webhooks.status', 'paused', [got({ ...endpoint, status: 'paused' })], '"paused"'],
  ['apiKeys.environment', 'live', [saw('apiKeys.get', 'get', { ...key, environment: 'live' })], false],
  [
    'apiKeys.environment',
    'staging',
    [saw('apiKeys.get', 'get', { ...key, environment: 'staging' })],
    '"staging"',
  ],
  ['apiKeys.key', 'the documented form', [issued('svc_test_0000FAKE0000FAKE0000FAKE0000FAKE')], false],
  ['apiKeys.key', 'another', [issued('svc_staging_0000FAKE')], 'a new key has another form'],
  ['responses.status', 'the usual ones', [created, updated, deleted], false],
  ['responses.status', 'another', [{ ...created, status: 200 }], 'create answers 200'],
  ['responses.status', 'an error', [saw('webhooks.create', 'create', 403)]],
  ['responses.date', 'a date', [got(endpoint)], false],
  ['responses.date', 'none', [saw('webhooks.get', 'get', endpoint, { date: undefined })], 'there is none'],
  ['requests.idempotency_key', 'the same object', [created, { ...created, step: 'repeat' }], false],
  [
    'requests.idempotency_key',
    'another object',
    [created, saw('webhooks.create', 'repeat', other)],
    'a second request creates a second object',
  ],
  ['requests.idempotency_key', 'a refusal', [created, saw('webhooks.create', 'repeat', 409)]],
  ['errors.not_found', '404', [saw('webhooks.get', 'absent', 404)], false],
  ['errors.not_found', '410', [saw('webhooks.get', 'gone', 410)], 'it answers 410'],
  ['errors.not_found', '200', [saw('webhooks.get', 'gone', {})], 'it answers 200'],
  ['errors.not_found', 'no permission', [saw('webhooks.get', 'absent', 403)]],
  ['errors.body', 'the form', [saw('webhooks.get', 'absent', 404)], false],
  [
    'errors.body',
    'another',
    [saw('webhooks.get', 'absent', 404, { error: plain })],
    'a 404 has another body',
  ],
  ['errors.body', 'no error', [got(endpoint)]],
  ['errors.retry_after', 'anything', [got(endpoint), saw('webhooks.list', 'list', 501)]],
];

describe('an assumption', () => {
  it.each(rows.map(([name, what, sightings, differs]) => ({ name, what, sightings, differs })))(
    '$name: $what',
    ({ name, sightings, differs }) => {
      const verdict = differs === undefined ? 'cannot be told' : differs === false ? 'holds' : 'differs';
      const judged = judge(sightings).find(row => row.name === name);
      expect(judged).toMatchObject({ verdict, ...(differs ? { detail: differs } : {}) });
    },
  );

  it('has a row above for each of its forms', () => {
    const forms = assumptions
      .map(({ name }) => name)
      .filter(name => !/\.(create|list|get|update|delete)$/.test(name));
    expect(forms.filter(form => !rows.some(([name]) => name === form))).toEqual([]);
  });

  it('is needed only if it is the documented create', () => {
    expect(assumptions.filter(({ needed }) => needed).map(({ name }) => name)).toEqual(['webhooks.create']);
  });

  it('that a call is refused for cannot be told, and says why', () => {
    const [row] = judge([saw('webhooks.list', 'list', 403)]).filter(({ name }) => name === 'webhooks.list');
    expect(row?.detail).toContain('GET /v1/webhooks');
  });
});
