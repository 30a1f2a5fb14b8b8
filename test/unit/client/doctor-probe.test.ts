import { describe, expect, it } from 'vitest';
import type { ClientOptions } from '../../../src/client';
import { knownEventTypes } from '../../../src/client/contract/catalogue';
import { wire } from '../../../src/client/contract/page';
import { examine } from '../../../src/client/doctor/examine';
import { type Dialect, dialects } from '../../../src/sandbox/dialects/dialects';
import { aSandbox } from '../../harness/a-sandbox';
import { adding, resetting } from '../../harness/dialects';
import { type Answers, denied, endpoint, examined, key, page, verdictOf } from './examined-platform';
import { FakeClock } from './fake-clock';

type Row<Operand> = readonly [name: string, what: string, Operand, differs?: string | false];

const idle: Answers = { 'webhooks.update': [200, endpoint] };
const bothLists = (body: object): Answers => ({ 'webhooks.list': [200, body], 'apiKeys.list': [200, body] });
const old = 'webhooks do not show a write yet; apiKeys do not show a write yet';
const noId = 'answers 201 without an "id" that can be read';
const [worksOn, noKey] = ['its value goes on working', 'answers without key'];
const ofDelete: Answers = { 'webhooks.delete': [200, { id: 'wh_1' }] };
const masked: Answers = { 'apiKeys.create': [201, { ...key, key: 'svc_****' }] };
const aList: Answers = { 'webhooks.get': [200, { [wire.list]: [endpoint] }] };
const more = { [wire.list]: [endpoint], [wire.cursor]: null, has_more: true };
const rounded: Answers = { 'webhooks.create': [201, '{"id":9007199254740993}'] };
/** What a probe shows where the platform answers so. */
const answering: readonly Row<Answers>[] = [
  ['webhooks.update', 'it is refused', { 'webhooks.update': [403] }],
  ['webhooks.update', 'it is missing', { 'webhooks.update': [404] }, 'answers 404'],
  ['webhooks.update', 'it does nothing', idle, 'answers 200, and a GET shows no change'],
  ['webhooks.update', 'no read shows it', { 'webhooks.update': [200], ...denied, 'webhooks.list': [403] }],
  ['lists.current', 'nothing was changed', idle, false],
  ['lists.current', 'lists of another form', bothLists({ objects: [] })],
  ['lists.current', 'a list that may be cut', bothLists({ [wire.list]: [endpoint] })],
  ['lists.current', 'a list that says that it has more', bothLists(more)],
  ['lists.current', 'an empty list', bothLists({ [wire.list]: null, [wire.cursor]: null }), old],
  ['objects.fields', 'the body of a DELETE is no object', ofDelete, false],
  ['webhooks.create', 'no read shows it', { 'webhooks.create': [201, endpoint] }],
  ['webhooks.delete', 'it answers and does nothing', { 'webhooks.delete': [204] }],
  ['webhooks.delete', 'no read shows it', denied],
  ['webhooks.create', 'a rounded id', rounded, noId],
  ['apiKeys.create', 'no value', { 'apiKeys.create': [201, key] }, noKey],
  ['lists.current', 'a create is listed', { 'webhooks.update': [405] }, false],
  ['requests.idempotency_key', 'a refusal', { 'webhooks.create': [409] }],
  ['requests.equal', 'no create works', { 'webhooks.create': [409], 'apiKeys.create': [409] }],
  ['apiKeys.create', 'a mask', masked, noKey],
  ['apiKeys.create', 'a redirect, which may follow a create', { 'apiKeys.create': [303] }, 'answers 303'],
  ['webhooks.get', 'a list in place of the object', aList, noId.replace('201', '200')],
  ['apiKeys.delete', worksOn, { 'tenants.list': [200, page] }, worksOn],
  ['apiKeys.delete', 'a GET says 410', { 'tenants.list': [200, page], 'apiKeys.get': [410] }, worksOn],
  ['apiKeys.delete', 'its value may do nothing', { 'tenants.list': [403] }, false],
];

const late = ['webhooks', 'apiKeys'].map(name => `${name} do not show a write yet; `).join('');
const [stays, notSent, unseen] = [
  ': what was taken away stays',
  ', which it was not sent',
  ', which no answer shows',
];
const smaller = { name: (name: unknown) => String(name).toLowerCase() };
const renamed = 'it comes back as "doctor mark"; it comes back as "doctor mark updated"';
const other = { url: (url: unknown) => `${url}#` };
const renewing: Partial<Dialect> = {
  updates: (_, request) => ({ ...request, ...('scopes' in request ? { key: 'svc_test_renewed' } : {}) }),
};
const patched: Partial<Dialect> = {
  updates: (_, request) => ('url' in request ? { ...request, url: `${request.url}#` } : request),
};
const small = { url: (url: unknown) => String(url).toLowerCase() };
let signing = 'active';
const elsewhere: Partial<Dialect> = {
  stored: { secret: secret => (signing = String(secret)) },
  shown: { status: () => signing },
};
let value = '';
const renamedKey: Partial<Dialect> = {
  shown: { key: each => (value = String(each)), environment: () => value || 'test' },
};
const versioned = (events: string | readonly string[]) =>
  [...events].map(each => each.replace(/contained$/, '$&.v2'));
const asVersions = `it comes back as ${JSON.stringify(versioned(knownEventTypes))}`;
const withoutQuery = { url: (url: unknown) => String(url).split('?')[0] };
const dated: Partial<Dialect> = {
  updates: (_, request) => ({ ...request, created_at: '2030-01-01T00:00:00Z' }),
};
const twin = 'it answers with the object that exists';
const categories = (events: string | readonly string[]) =>
  [...events].filter(event => event.startsWith('alert.')).length > 1 ? ['alert.*'] : events;
/** What it shows on a platform that speaks so. */
const speaking: readonly Row<Partial<Dialect>>[] = [
  ['lists.current', 'writes are late', { lateListings: 3 }, `${late}webhooks still show what was deleted`],
  ['webhooks.url', 'canonical', dialects.canonical, 'it comes back in canonical form'],
  ['webhooks.url', 'another in reads', { shown: other }, 'it comes back as another address'],
  ['webhooks.url', 'another', { stored: other }, 'it comes back as another address'],
  ['webhooks.events', 'in another order', dialects.canonical, false],
  ['webhooks.events', 'expanded', { stored: { events: () => ['a.b'] } }, 'it comes back as ["a.b"]'],
  [
    'webhooks.events',
    'as objects, which no plan compares',
    { shown: { events: events => [...events].map(type => ({ type })) } },
  ],
  ['webhooks.update', 'a PATCH adds to lists', adding, `adds to events${stays}`],
  ['apiKeys.update', 'a PATCH adds to lists', adding, `adds to scopes${stays}`],
  ['webhooks.update', 'a PATCH resets', resetting(), `changes events${notSent}, and perhaps secret${unseen}`],
  ['apiKeys.update', 'a PATCH resets', resetting(), `changes scopes${notSent}`],
  ['apiKeys.update', 'a PATCH of scopes renews the value', renewing, 'ends the value of the key'],
  ['apiKeys.scopes', 'and another', { stored: { scopes: () => ['a:b'] } }, 'it comes back as ["a:b"]'],
  ['apiKeys.name', 'in small letters', { stored: smaller }, renamed],
  [
    'objects.secrets',
    'another',
    { added: { secret: 'fake' } },
    'webhooks show secret; webhooks show another secret than was sent',
  ],
  ['objects.secrets', 'in another field', elsewhere, 'webhooks show secret'],
  ['objects.secrets', 'the value of a key, by another name', renamedKey, 'apiKeys show key'],
  ['objects.secrets', 'a mask with dots', { added: { key: 'svc_test_...abcd' } }, false],
  ['objects.secrets', 'the end of a key', { added: { key: 'abcd' } }, false],
  [
    'apiKeys.create',
    'a value that is refused',
    { shown: { key: each => `${each}x` } },
    'its value is refused',
  ],
  ['objects.created_at', 'a PATCH renews it', dated, 'a PATCH changes it'],
  ['webhooks.url', 'without its query', { stored: withoutQuery }, 'it comes back as another address'],
  ['webhooks.update', 'the query is lost', { stored: withoutQuery }, false],
  ['webhooks.events', 'one of them otherwise', { stored: { events: versioned } }, asVersions],
  ['apiKeys.tenant_id', 'as a name', { shown: { tenant_id: () => 'Alpha' } }, 'it comes back as "Alpha"'],
  [
    'requests.idempotency_key',
    'ignored',
    { idempotency: 'ignored' },
    'a second request creates a second object',
  ],
  ['requests.idempotency_key', 'equal ones are found', { createsOnceBy: 'url' }],
  ['requests.equal', 'another object each time', { idempotency: 'ignored' }, false],
  ['requests.equal', 'the same one', { createsOnceBy: 'url' }, twin],
  ['requests.equal', 'the same key', { createsOnceBy: 'name' }, twin],
  ['webhooks.events', 'a category', { stored: { events: categories } }, 'it comes back as ["alert.*"]'],
  ['webhooks.url', 'small letters in lists', { listed: small }, 'it comes back as another address'],
  ['apiKeys.scopes', 'an alias in lists', { listed: { scopes: () => ['a:b'] } }, 'it comes back as ["a:b"]'],
];

const { signal } = new AbortController();

describe('an assumption', () => {
  it('holds, with a probe, on a platform that is as assumed, unless it is of a collection that is not probed', async () => {
    const all = await examined({}, {}, signal);
    const others = all.filter(({ verdict }) => verdict !== 'holds');
    expect(
      others.filter(({ name }) => /^(?:webhooks|apiKeys|lists|requests|errors|tenants)\b/.test(name)),
    ).toEqual([]);
  });

  it.for(answering)('%s, with a probe: %s', async ([name, , answers, differs]) => {
    const all = await examined(answers, {}, signal);
    expect(all.find(row => row.name === name)).toMatchObject(verdictOf(differs));
  });

  it.for(speaking)('%s, with a probe: %s', async ([name, , dialect, differs]) => {
    const all = await examined({}, dialect, signal);
    expect(all.find(row => row.name === name)).toMatchObject(verdictOf(differs));
  });

  it('costs what its own row says, also if another one differs in the same words', async () => {
    const all = await examined({ 'webhooks.update': [405], 'webhooks.delete': [405] }, {}, signal);
    const costs = Object.fromEntries(all.map(row => [row.name, row.costs]));
    expect(costs).toMatchObject({ 'webhooks.update': 'words', 'webhooks.delete': 'loses' });
  });

  it.each<[string, Partial<Dialect>, string, Answers?]>([
    ['in canonical form, and costs words', dialects.canonical, 'words'],
    ['as another, and an equal endpoint is not found', { stored: other }, 'doubles'],
    ['as another in the answer to a PATCH alone, and the next plan compares', {}, 'words', idle],
    ['as another after a PATCH, and no list shows it', patched, 'doubles', { 'webhooks.list': [403] }],
  ])('webhooks.url comes back %s', async (_, dialect, costs, answers = {}) => {
    const all = await examined(answers, dialect, signal);
    expect(all.find(({ name }) => name === 'webhooks.url')).toMatchObject({ verdict: 'differs', costs });
  });

  it('requests.equal, with a probe: a create revokes the equal key', async () => {
    const revokeEqual = (name: string | readonly string[]) => {
      for (const each of controls.apiKeys.all()) if (each.name === name) controls.apiKeys.delete(each.id);
      return name;
    };
    const { controls, url, key: credential } = await aSandbox({ dialect: { stored: { name: revokeEqual } } });
    controls.tenants.create({ name: 'A' });
    const found = await examine({ baseUrl: url, credential, clock: new FakeClock() }, 'mark', signal);
    const differs = verdictOf('the object that was there is gone');
    expect(found.assumptions.find(({ name }) => name === 'requests.equal')).toMatchObject(differs);
    expect(found.left).toEqual([expect.stringMatching(/^key_\w+, which no read shows$/)]);
    expect(controls.apiKeys.all()).toEqual([]);
  });

  it.each(['webhooks', 'apiKeys'] as const)(
    '%s.delete, with a probe: it deletes an equal one, too',
    async name => {
      const { controls, url, key: credential } = await aSandbox();
      controls.tenants.create({ name: 'A' });
      void controls.requests.arrived(`${name}.delete`).then(() => {
        for (const { id } of controls[name].all()) controls[name].delete(id);
      });
      const found = await examine({ baseUrl: url, credential, clock: new FakeClock() }, 'mark', signal);
      const differs = verdictOf('it deletes an equal object, too');
      expect(found.assumptions.find(row => row.name === `${name}.delete`)).toMatchObject(differs);
      expect(found.left).toEqual([]);
    },
  );

  it.each([
    ['one request makes two', true, 'one request makes more than one object'],
    ['a list repeats its objects', false, false],
  ] as const)('webhooks.create, with a probe: %s', async (_, isDouble, differs) => {
    const { controls, url, key: credential } = await aSandbox();
    void controls.requests.arrived('webhooks.update').then(() => {
      const mine = { url: 'https://doctor.invalid/mark', events: ['alert.created'] };
      if (isDouble) return controls.webhooks.create(mine);
      const all = controls.webhooks.all().map(({ id }) => ({ ...mine, id }));
      const body = { ...page, [wire.list]: [...all, ...all] };
      return controls.faults.add({
        operation: 'webhooks.list',
        effect: { kind: 'status', status: 200, body },
      });
    });
    const found = await examine({ baseUrl: url, credential }, 'mark', signal);
    expect(found.assumptions.find(({ name }) => name === 'webhooks.create')).toMatchObject(
      verdictOf(differs),
    );
    expect([found.left, controls.webhooks.all()]).toEqual([[], []]);
  });

  it.each([
    ['webhooks.delete', 'webhooks.get', 404],
    ['apiKeys.update', 'tenants.list', 401],
  ] as const)('%s, with a probe: one late %s proves nothing', async (name, operation, status) => {
    const { controls, url, key: credential } = await aSandbox();
    controls.tenants.create({ name: 'A' });
    const after = name === 'webhooks.delete' ? 1 : 0;
    void controls.requests.arrived(name).then(() => {
      controls.faults.add({ operation, after, effect: { kind: 'status', status } });
    });
    const found = await examine({ baseUrl: url, credential, clock: new FakeClock() }, 'mark', signal);
    expect(found.assumptions.find(row => row.name === name)).toMatchObject(verdictOf(false));
    expect([found.left, controls.webhooks.all(), controls.apiKeys.all()]).toEqual([[], [], []]);
  });

  it('no two collections share an Idempotency-Key, which may count for all paths', async () => {
    const { controls, url, key: credential } = await aSandbox();
    controls.tenants.create({ name: 'A' });
    await examine({ baseUrl: url, credential }, 'mark', signal);
    const creates = controls.requests.all().filter(({ operation }) => operation?.endsWith('.create'));
    const pairs = creates.map(({ operation, idempotencyKey }) => `${operation} ${idempotencyKey}`);
    expect(new Set(pairs).size).toBe(new Set(creates.map(({ idempotencyKey }) => idempotencyKey)).size);
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
    const options = { baseUrl: url, credential, clock: new FakeClock() };
    const { left } = await examine(options, 'mark', stop.signal);
    expect([left, controls.requests.count('webhooks.delete')], 'all is gone').toEqual([[], 2]);
    expect(controls.requests.count('apiKeys.create'), 'after its endpoint').toBe(0);
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
  const found = await examine({ baseUrl: url, credential }, 'mark', signal);
  expect(found.left).toEqual([expect.stringMatching(left)]);
  const { requests } = controls;
  expect([requests.count('webhooks.update'), requests.count('webhooks.delete')]).toEqual([0, 0]);
});

it('requests.equal, with a probe: the equal one is refused; what stays is named, and the rest removed', async () => {
  const { controls, url, key: credential } = await aSandbox();
  controls.faults.add({ operation: 'webhooks.delete', effect: { kind: 'status', status: 409 } });
  controls.faults.add({ operation: 'webhooks.create', after: 2, effect: { kind: 'status', status: 409 } });
  const { assumptions: all, left } = await examine({ baseUrl: url, credential }, 'mark', signal);
  expect(left).toEqual([expect.stringMatching(/^wh_\w+$/)]);
  expect(all.find(row => row.name === 'requests.equal')).toMatchObject(verdictOf('it answers 409'));
});

it.each([
  ['is dated: it costs words', {}, 'words'],
  ['has no time', { shown: { created_at: () => undefined } }, 'doubles'],
] as const)('a probe waits for an object that reads show late. It %s', async (_, dialect, costs) => {
  const { controls, url, key: credential } = await aSandbox({ dialect });
  const effect = { kind: 'status', status: 404 } as const;
  for (const operation of ['webhooks.get', 'apiKeys.get'] as const)
    controls.faults.add({ operation, after: 1, times: 3, effect });
  const found = await examine({ baseUrl: url, credential, clock: new FakeClock() }, 'mark', signal);
  expect([found.left, controls.webhooks.all(), controls.apiKeys.all()]).toEqual([[], [], []]);
  const differs = { ...verdictOf('a GET shows a write later'), costs };
  expect(found.assumptions.find(({ name }) => name === 'objects.current')).toMatchObject(differs);
  expect(found.assumptions.find(({ name }) => name === 'webhooks.get')).toMatchObject(verdictOf(false));
});

it.each([
  ['what may come of a create whose answer is lost', 'webhooks.create', 504],
  ['what a deletion without effect leaves', 'webhooks.delete', 200],
] as const)('a probe names %s', async (_, operation, status) => {
  const { controls, url, key: credential } = await aSandbox();
  controls.faults.add({ operation, effect: { kind: 'status', status } });
  const { left } = await examine({ baseUrl: url, credential, clock: new FakeClock() }, 'mark', signal);
  const kept = controls.webhooks.all().map(({ id }) => id);
  expect(left).toEqual(kept.length > 0 ? kept : ['what may still appear in webhooks with mark']);
});

it('a probe waits for a deletion that is accepted, and done later', async () => {
  const { controls, url, key: credential } = await aSandbox();
  controls.faults.add({ operation: 'webhooks.delete', effect: { kind: 'status', status: 202 } });
  const deleteAll = () => {
    for (const { id } of controls.webhooks.all()) controls.webhooks.delete(id);
  };
  void controls.requests.arrived('webhooks.delete').then(() => setTimeout(deleteAll, 400));
  const { assumptions: all, left } = await examine({ baseUrl: url, credential }, 'mark', signal);
  expect([left, controls.webhooks.all()]).toEqual([[], []]);
  const verdicts = Object.fromEntries(all.map(({ name, verdict }) => [name, verdict]));
  expect(verdicts).toMatchObject({ 'errors.not_found': 'holds', 'objects.current': 'holds' });
});

it.each([
  ['is masked', 'svc_test_••••', 'its value is no key that can be sent; answers without key'],
  ['has other letters', 'schlüssel', 'its value is no key that can be sent'],
])(
  'apiKeys.create, with a probe: a value that %s is a finding, and no key is left',
  async (_, value, differs) => {
    const { controls, url, key: credential } = await aSandbox({ dialect: { shown: { key: () => value } } });
    controls.tenants.create({ name: 'A' });
    const found = await examine({ baseUrl: url, credential }, 'mark', signal);
    expect(found.assumptions.find(({ name }) => name === 'apiKeys.create')).toMatchObject(verdictOf(differs));
    expect([found.failure, found.left, controls.apiKeys.all()]).toEqual([undefined, [], []]);
  },
);

it.each([
  ['once', false],
  ['from then on', true],
])('whatever throws in a probe, or while it cleans up, %s: all that is left is named', async (_, lasts) => {
  const { controls, url, key: credential } = await aSandbox();
  controls.tenants.create({ name: 'A' });
  const thrown = new Error('not of the platform');
  const deletes = () => controls.requests.all().filter(({ method }) => method === 'DELETE').length;
  for (let [at, attempts] = [1, 1]; attempts >= at - 1; at += 1) {
    attempts = 0;
    const before = deletes();
    let isCleaningUp = false;
    const onEvent: ClientOptions['onEvent'] = ({ type }) => {
      if (type === 'attempt') attempts += 1;
      if (type !== 'attempt' || attempts < at || (attempts > at && !lasts)) return;
      isCleaningUp ||= deletes() > before;
      throw thrown;
    };
    const options = { baseUrl: url, credential, clock: new FakeClock(), onEvent };
    const { failure, left } = await examine(options, 'mark', signal);
    expect(failure, `attempt ${at}`).toBe(attempts < at ? undefined : thrown);
    const kinds = ['webhooks', 'apiKeys'] as const;
    const remaining = kinds.flatMap(name => controls[name].all().map(({ id }) => ({ name, id })));
    const isNamed = ({ name, id }: (typeof remaining)[number]) =>
      left.some(words => words.startsWith(id) || words === `what may still appear in ${name} with mark`);
    expect(
      remaining.filter(each => !isNamed(each)),
      `attempt ${at}`,
    ).toEqual([]);
    if (!lasts && !isCleaningUp) expect(remaining, `attempt ${at}`).toEqual([]);
    for (const { name, id } of remaining) controls[name].delete(id);
  }
  expect(deletes()).toBeGreaterThan(0);
});
