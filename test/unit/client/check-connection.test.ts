import { expect, it } from 'vitest';
import { PlatformError } from '../../../src/client';
import { operationNames } from '../../../src/client/contract/operations';
import { pathOf } from '../../harness/operations';
import { failureOf, scene } from './client-fixture';
import { json, page, raw } from './loopback-platform';
import { someFacts } from './outcomes';

const targets = {
  shared: `${pathOf('webhooks.list')}?limit=100`,
  tenants: pathOf('tenants.list'),
  keys: pathOf('apiKeys.list'),
};

const noWebhooks = { unavailableOperations: ['webhooks.list'] } as const;
const lists = operationNames.filter(name => name.endsWith('.list'));
const oneList = { unavailableOperations: lists.filter(name => name !== 'apiKeys.list') };

it.each([
  ['a page that reads will share', [page()], {}, ['shared']],
  ['a key without the scope', [raw(403)], {}, ['shared']],
  ['success elsewhere, where the list is faulty,', [json(200, {})], {}, ['shared', 'tenants']],
  ['success elsewhere, where the list is missing,', [raw(404), json(200, {})], {}, ['shared', 'tenants']],
  ['a key without the scope elsewhere', [raw(404), raw(403)], {}, ['shared', 'tenants']],
  ['the tenants, where reads share nothing,', [json(200, {})], { refresh: 'each' }, ['tenants']],
  ['the tenants, where the list is unavailable,', [json(200, {})], noWebhooks, ['tenants']],
  ['a key, where two lists are unavailable,', [json(200, {})], oneList, ['keys']],
  ['nothing, where no list is available,', [json(200, {})], { unavailableOperations: lists }, []],
] as const)('%s shows that the platform is there', async (_what, replies, options, asked) => {
  const { client, platform } = await scene(replies, options);
  await client.checkConnection();
  expect(platform.received.map(({ target }) => target)).toEqual(asked.map(name => targets[name]));
});

it.each([
  ['a refused key', [raw(401)], 'Unauthorized', 1],
  ['a web page', [raw(200, '<html>')], 'NoApi', 2],
  ['a web page that refuses', [raw(403, '<html>')], 'RefusedInFront', 2],
  ['a missing path', [raw(404)], 'NoApi', 2],
  ['a missing method', [raw(405)], 'NoApi', 2],
  ['a failing platform', [raw(500)], 'ServerError', 2],
] as const)('%s is an error of the connection check', async (_what, replies, name, requests) => {
  const { client, platform } = await scene(replies, { maxRetries: 0 });
  expect((await failureOf(client.checkConnection())).name).toBe(name);
  expect(platform.received).toHaveLength(requests);
});

it.each([
  ['has ended', new PlatformError('LoginRequired', someFacts)],
  ['is refused', new PlatformError('LoginRefused', someFacts)],
])('the check asks for a login that %s once: its refresh token is single-use', async (_, ending) => {
  let asked = 0;
  const credential = async () => {
    asked += 1;
    throw ending;
  };
  const { client, platform } = await scene([json(200, {})], { credential });
  expect(await failureOf(client.checkConnection())).toBe(ending);
  expect(asked).toBe(1);
  expect(platform.received).toEqual([]);
});
