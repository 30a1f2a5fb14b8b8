import { expect, it } from 'vitest';
import { examine } from '../../../src/client/doctor/examine';
import { failureOf, scene } from './client-fixture';
import { endpoint, verdictOf } from './examined-platform';
import { json, page } from './loopback-platform';

interface Paging {
  /** Number of objects in each list. */
  readonly size: number;
  /** A larger limit is refused. 0: each limit is. */
  readonly longest?: number;
  readonly cursors?: 'followed' | 'ignored' | 'refused' | 'hidden' | 'empty pages';
  readonly status?: number;
  /** Gives the longest page instead of a refusal. */
  readonly caps?: boolean;
  /** Refuses a list without a limit, too. */
  readonly always?: boolean;
}

/** A platform with lists alone. */
async function platformOf(paging: Paging, pageSize = 100) {
  const { size, longest = 100, cursors = 'followed', status = 422, caps, always } = paging;
  const objects = Array.from({ length: size }, (_, index) => ({ ...endpoint, id: `wh_${index}` }));
  const { client, platform } = await scene([], { maxRetries: 0, pageSize });
  platform.reply((response, request) => {
    const { searchParams } = new URL(request.target, 'http://a');
    const wanted = Number(searchParams.get('limit') ?? (longest || 100));
    const limit = caps ? Math.min(wanted, longest) : wanted;
    const cursor = searchParams.get('cursor');
    const isRefused =
      (searchParams.has('limit') && limit > longest) || (cursor && cursors === 'refused') || always;
    const from = cursors === 'ignored' ? 0 : Number(cursor ?? 0);
    const next = from + limit < size && cursors !== 'hidden' ? String(from + limit) : null;
    const data = cursor && cursors === 'empty pages' ? [] : objects.slice(from, from + limit);
    const refusal = json(status, { error: { code: 'no', message: 'Too many.' } });
    (isRefused ? refusal : page(data, next))(response, request);
  });
  const asked = () => platform.received.map(({ target }) => target.replace(/^[^?]*/, '')).join(' ');
  return { client, asked, options: { baseUrl: platform.url, credential: 'fake', maxRetries: 0 } };
}

const refused: Paging = { size: 2, cursors: 'refused' };

it.each<[string, string, Paging, (string | false)?]>([
  ['lists.next_cursor', 'it is followed to null', { size: 2 }, false],
  ['lists.next_cursor', 'one object', { size: 1 }],
  ['lists.next_cursor', 'ignored', { size: 2, cursors: 'ignored' }, 'a request with it has the same page'],
  ['lists.next_cursor', 'it is refused', refused, 'a request with it answers 422'],
  ['lists.next_cursor', 'it is gone', { ...refused, status: 404 }, 'a request with it answers 404'],
  ['lists.next_cursor', 'the platform fails', { ...refused, status: 500 }],
  ['lists.next_cursor', 'null too early', { size: 3, cursors: 'hidden' }, 'it is null after 1 of 3 objects'],
  ['lists.next_cursor', 'the next page is empty', { size: 2, cursors: 'empty pages' }],
  ['lists.next_cursor', 'no end is seen', { size: 201 }],
  ['lists.next_cursor', 'no limit is taken', { size: 2, longest: 0 }],
  ['lists.limit', 'it is taken', { size: 2 }, false],
  ['lists.limit', 'at most 50', { size: 2, longest: 50 }, 'limit=100 answers 422'],
  ['lists.limit', 'none is known', { size: 2, longest: 0, status: 400 }, 'limit=100 answers 400'],
  ['lists.limit', 'no list is read', { size: 2, always: true }],
  ['webhooks.list', 'at most 50', { size: 2, longest: 50 }, false],
])('%s: %s', async (name, _, paging, differs) => {
  const { options } = await platformOf(paging);
  const { assumptions } = await examine(options, 'mark');
  expect(assumptions.find(row => row.name === name)).toMatchObject(verdictOf(differs));
});

it.each<[string, Paging, number, string, boolean]>([
  ['taken', { size: 1001, longest: 1000 }, 1000, '?limit=1000 ?limit=1000&cursor=1000', false],
  ['refused, so 100 are used', { size: 101 }, 1000, '?limit=1000 ?limit=100 ?limit=100&cursor=100', true],
  ['refused as each is', { size: 101, longest: 0 }, 1000, '?limit=1000 ?limit=100  ?cursor=100', true],
  ['smaller than usual, and refused', { size: 2, longest: 20 }, 50, '?limit=50 ', true],
])('a size of pages that is %s', async (_, paging, pageSize, targets, isRefused) => {
  const { client, asked } = await platformOf(paging, pageSize);
  expect((await client.webhooks.listNow()).items).toHaveLength(paging.size);
  expect(asked()).toBe(targets);
  expect(client.hasRefusedPageSize()).toBe(isRefused);
});

it.each([
  ['pages of at most 50', { size: 120, longest: 50 }, '?limit=100', '  ?cursor=50 ?cursor=100'],
  ['no limit', { size: 101, longest: 0, status: 400 }, '?limit=100', '  ?cursor=100'],
])('a list with %s is read whole, and asked with a limit once', async (_, paging, limited, unlimited) => {
  const { client, asked } = await platformOf(paging);
  for (const _time of ['once', 'twice'])
    expect(await client.webhooks.listNow()).toMatchObject({ items: { length: paging.size }, gap: undefined });
  expect(asked()).toBe(limited + unlimited + unlimited);
});

it.each([
  ['both are said', { size: 1, always: true }, 2, / \(422\)\..* Before, with limit=100: .* \(422\)\./],
  ['another status asks once', { size: 1, always: true, status: 413 }, 1, / \(413\)/],
  ['a refused cursor is no refused limit', { size: 101, cursors: 'refused' }, 2, / \(422\)\.(?!.*Before)/],
] as const)('a list that is refused: %s', async (_, paging, requests, words) => {
  const { client, asked } = await platformOf(paging);
  expect((await failureOf(client.webhooks.listNow())).message).toMatch(words);
  expect(asked().split(' ')).toHaveLength(requests);
});
