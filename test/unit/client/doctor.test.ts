import { describe, expect, it } from 'vitest';
import { assumptions } from '../../../src/client/contract/assumptions';
import type { OperationName } from '../../../src/client/contract/operations';
import { examine } from '../../../src/client/doctor/examine';
import { type Dialect, dialects } from '../../../src/sandbox/dialects/dialects';
import { aSandbox } from '../../harness/a-sandbox';
import { lineOf } from '../../harness/operations';
import { webhookEndpoint } from './client-fixture';

/** Answers with a status and a body in place of the platform's. */
type Answers = Partial<Record<OperationName, readonly [status: number, body?: string | object]>>;

/** Examines a platform with two endpoints and a key. Rows with equal operands share one examination. */
function examined(answers: Answers, dialect: Partial<Dialect> = {}, stopped?: AbortSignal) {
  const operands = [answers, dialect, stopped?.aborted ?? null];
  const name = JSON.stringify(operands, (_, value) => (typeof value === 'function' ? String(value) : value));
  const result = examinations.get(name) ?? examineSandbox(answers, dialect, stopped);
  examinations.set(name, result);
  return result;
}

const examinations = new Map<string, ReturnType<typeof examineSandbox>>();

async function examineSandbox(answers: Answers, dialect: Partial<Dialect>, stopped: AbortSignal | undefined) {
  const { controls, url, key } = await aSandbox({ dialect });
  const tenant_id = controls.tenants.create({ name: 'A' }).id;
  controls.apiKeys.create({ name: 'a', tenant_id, scopes: [] });
  for (const path of ['a', 'b'])
    controls.webhooks.create({ url: `https://a.example/${path}`, events: ['alert.created'] });
  for (const [operation, [status, body]] of Object.entries(answers))
    controls.faults.add({
      operation: operation as OperationName,
      times: Number.POSITIVE_INFINITY,
      effect: { kind: 'status', status, ...(body === undefined ? {} : { body }) },
    });
  return (await examine({ baseUrl: url, credential: key, maxRetries: 0 }, 'mark', stopped)).assumptions;
}

const endpoint = webhookEndpoint({ url: 'https://a.example/', events: [] });
const key = { id: 'key_1', name: 'n', tenant_id: 'ten_1', scopes: [], environment: 'test' };
const page = { data: [], next_cursor: null };
const got = (body: object): Answers => ({ 'webhooks.get': [200, body] });
const listed = (body: object): Answers => ({ 'webhooks.list': [200, body] });
const keys = (more: object): Answers => ({ 'apiKeys.list': [200, { ...page, data: [{ ...key, ...more }] }] });
const denied: Answers = { 'webhooks.get': [403] };

type Row = readonly [name: string, what: string, Answers, differs?: string | false];
/** What reads show. Without a fourth operand, the assumption cannot be told. `false` means that it holds. */
const rows: readonly Row[] = [
  ['webhooks.get', 'an object is shown', {}, false],
  ['webhooks.get', 'an object that the list shows is not found', { 'webhooks.get': [404] }, 'answers 404'],
  ['webhooks.get', 'nothing exists', { ...listed(page), 'webhooks.get': [404] }],
  ['webhooks.get', 'nothing exists, no method', { ...listed(page), 'webhooks.get': [405] }, 'answers 405'],
  ['webhooks.get', 'an envelope', got({ data: endpoint }), 'answers 200 without an "id" that can be read'],
  ['webhooks.get', 'what does not exist is shown', { ...listed(page), ...got(endpoint) }],
  ['webhooks.list', 'it is not implemented', { 'webhooks.list': [501] }, 'answers 501'],
  ['webhooks.list', 'a list of another form', listed({ items: [] }), 'answers 200 without a list "data"'],
  ['webhooks.list', 'no permission', { 'webhooks.list': [403] }],
  ['webhooks.update', 'reads alone', {}],
  ['lists.next_cursor', 'null or a text', {}, false],
  ['lists.next_cursor', 'empty', listed({ ...page, next_cursor: '' }), 'it is ""'],
  ['lists.next_cursor', 'absent', listed({ data: [] }), 'it is absent'],
  [
    'lists.next_cursor',
    'absent after objects',
    listed({ data: [endpoint] }),
    'it is absent: only the first 1 of webhooks are seen',
  ],
  ['lists.current', 'reads alone', {}],
  ['objects.fields', 'those of the contract', {}, false],
  ['objects.fields', 'null', got({ ...endpoint, status: null }), 'webhooks without status'],
  ['objects.fields', 'another', got({ ...endpoint, labels: {} }), false],
  ['objects.created_at', 'ISO 8601', {}, false],
  ['objects.created_at', 'fractions', got({ ...endpoint, created_at: '2026-01-01T00:00:00.1Z' }), false],
  ['objects.created_at', 'seconds', got({ ...endpoint, created_at: 1_767_225_600 }), '1767225600'],
  ['objects.secrets', 'none', {}, false],
  ['objects.secrets', 'a secret', got({ ...endpoint, secret: 'fake' }), 'webhooks show secret'],
  ['objects.secrets', 'a masked one', got({ ...endpoint, secret: '****' }), false],
  ['objects.secrets', 'the value of a key', keys({ key: 'fake' }), 'apiKeys show key'],
  ...['webhooks.url', 'webhooks.events', 'apiKeys.scopes', 'apiKeys.name'].map(
    form => [form, 'nothing is sent', {}] as const,
  ),
  ['webhooks.status', 'degraded', got({ ...endpoint, status: 'degraded' }), false],
  ['webhooks.status', 'paused', got({ ...endpoint, status: 'paused' }), '"paused"'],
  ['apiKeys.environment', 'live', keys({ environment: 'live' }), false],
  ['apiKeys.environment', 'staging', keys({ environment: 'staging' }), '"staging"'],
  ['apiKeys.environment', 'of no key', keys({ environment: null })],
  ['apiKeys.key', 'another form, which is not shown', keys({ key: 'fake' }), 'a key has another form'],
  ['apiKeys.key', 'a masked one', keys({ key: '****' }), false],
  ['requests.idempotency_key', 'reads alone', {}],
  ['requests.equal', 'reads alone', {}],
  ['errors.not_found', '404', {}, false],
  ['errors.not_found', '410', { 'webhooks.get': [410] }, 'it answers 410'],
  ['errors.not_found', 'no permission to get', denied, false],
  ['errors.not_found', 'none to list', { ...denied, 'webhooks.list': [403] }, false],
  ['errors.not_found', '403', { ...listed(page), ...denied }, 'it answers 403'],
  ['errors.not_found', '200', got({}), 'it answers 200'],
  ['errors.body', 'the form', { 'webhooks.get': [404, { error: { code: 'no', message: 'No.' } }] }, false],
  ['errors.body', 'another', { 'webhooks.get': [404, 'none'] }, 'a 404 has another body'],
];

const verdictOf = (differs?: string | false) => {
  const verdict = differs === undefined ? 'cannot be told' : differs === false ? 'holds' : 'differs';
  return { verdict, ...(differs ? { detail: differs } : {}) };
};

/** What a probe shows. */
type Probed = readonly [name: string, what: string, Answers, Partial<Dialect>, differs?: string | false];
const probed: readonly Probed[] = [
  ['webhooks.update', 'it works', {}, {}, false],
  ['webhooks.update', 'it is refused', { 'webhooks.update': [403] }, {}],
  ['webhooks.update', 'it is missing', { 'webhooks.update': [404] }, {}, 'answers 404'],
  ['webhooks.delete', 'it works', {}, {}, false],
  [
    'webhooks.create',
    'a rounded id',
    { 'webhooks.create': [201, '{"id":9007199254740993}'] },
    {},
    'answers 201 without an "id" that can be read',
  ],
  ['apiKeys.create', 'no value', { 'apiKeys.create': [201, key] }, {}, 'answers without key'],
  ['lists.current', 'writes are listed', {}, {}, false],
  ['lists.current', 'a create is listed', { 'webhooks.update': [405] }, {}, false],
  [
    'lists.current',
    'writes are late',
    {},
    { lateListings: 3 },
    'webhooks do not show a write yet; apiKeys do not show a write yet',
  ],
  ['webhooks.url', 'as it was sent', {}, {}, false],
  ['webhooks.url', 'canonical', {}, dialects.canonical, 'it comes back in canonical form'],
  ['webhooks.url', 'another', {}, { stored: { url: url => `${url}#` } }, 'it comes back as another address'],
  ['webhooks.events', 'in another order', {}, dialects.canonical, false],
  ['webhooks.events', 'expanded', {}, { stored: { events: () => ['a.b'] } }, 'it comes back as ["a.b"]'],
  ['apiKeys.scopes', 'as they were sent', {}, {}, false],
  ['apiKeys.scopes', 'and another', {}, { stored: { scopes: () => ['a:b'] } }, 'it comes back as ["a:b"]'],
  [
    'apiKeys.name',
    'cut',
    {},
    { stored: { name: name => `${name} ` } },
    expect.stringMatching(/^it comes back as ".* "$/),
  ],
  ['apiKeys.key', 'the documented form', {}, {}, false],
  ['objects.secrets', 'the value of a new key', {}, {}, false],
  ['requests.idempotency_key', 'it is honoured', {}, {}, false],
  [
    'requests.idempotency_key',
    'it is ignored',
    {},
    { idempotency: 'ignored' },
    'a second request creates a second object',
  ],
  ['requests.idempotency_key', 'a refusal', { 'webhooks.create': [409] }, {}],
  ['requests.equal', 'another object', {}, {}, false],
  ['requests.equal', 'another object each time', {}, { idempotency: 'ignored' }, false],
  ['requests.equal', 'the same one', {}, { createsOnceBy: 'url' }, 'it answers with the object that exists'],
  ['requests.equal', 'no create works', { 'webhooks.create': [409] }, {}],
];

describe('an assumption', () => {
  it.for(rows)('%s: %s', async ([name, , answers, differs]) => {
    expect((await examined(answers)).find(row => row.name === name)).toMatchObject(verdictOf(differs));
  });

  it.for(probed)('%s, with a probe: %s', async ([name, , answers, dialect, differs]) => {
    const all = await examined(answers, dialect, new AbortController().signal);
    expect(all.find(row => row.name === name)).toMatchObject(verdictOf(differs));
  });

  it('is not probed after an interruption of the reads', async () => {
    const all = await examined({}, {}, AbortSignal.abort());
    expect(all.find(({ name }) => name === 'webhooks.create')?.verdict).toBe('cannot be told');
    const { controls, url, key: credential } = await aSandbox();
    const stop = new AbortController();
    void controls.requests.arrived('webhooks.update').then(() => {
      stop.abort();
      for (const { id } of controls.webhooks.all()) controls.webhooks.delete(id);
    });
    const { left } = await examine({ baseUrl: url, credential }, 'mark', stop.signal);
    expect(left, 'all is gone').toEqual([]);
    expect(controls.requests.count('apiKeys.create'), 'after its endpoint').toBe(0);
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

  it('that a call is refused for cannot be told, and says why', async () => {
    const all = await examined({ 'webhooks.list': [403] });
    expect(all.find(({ name }) => name === 'webhooks.list')?.detail).toContain(lineOf('webhooks.list'));
  });
});

it.each([
  ['an id of another object', true, /^wh_\w+, which no read shows$/],
  ['no id', false, /^what may still appear in webhooks with mark$/],
])('a probe touches no object that no read shows as its own, and names it: %s', async (_, hasId, left) => {
  const { controls, url, key: credential } = await aSandbox();
  const { id } = controls.webhooks.create({ url: 'https://a.example/', events: ['alert.created'] });
  const effect = { kind: 'status', status: 201, body: hasId ? { id } : {} } as const;
  controls.faults.add({ operation: 'webhooks.create', times: 3, effect });
  const found = await examine({ baseUrl: url, credential }, 'mark', new AbortController().signal);
  expect(found.left).toEqual([expect.stringMatching(left)]);
  const { requests } = controls;
  expect([requests.count('webhooks.update'), requests.count('webhooks.delete')]).toEqual([0, 0]);
});

it('requests.equal, with a probe: the equal one is refused; what stays is named, and the rest removed', async () => {
  const { controls, url, key: credential } = await aSandbox();
  controls.faults.add({ operation: 'webhooks.delete', effect: { kind: 'status', status: 409 } });
  controls.faults.add({ operation: 'webhooks.create', after: 2, effect: { kind: 'status', status: 409 } });
  const { signal } = new AbortController();
  const { assumptions: all, left } = await examine({ baseUrl: url, credential }, 'mark', signal);
  expect(left).toEqual([expect.stringMatching(/^wh_\w+$/)]);
  expect(all.find(row => row.name === 'requests.equal')).toMatchObject(verdictOf('it answers 409'));
});
