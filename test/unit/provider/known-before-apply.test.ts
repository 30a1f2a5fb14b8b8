import { describe, expect, it } from 'vitest';
import type { OperationName } from '../../../src/client';
import { Refused } from '../../../src/provider/errors/refused';
import type { SandboxOptions } from '../../../src/sandbox';
import { answer } from '../../harness/a-sandbox';
import { failureOf } from '../client/client-fixture';
import { both, type ProcessChanges, scene } from './creation-fixture';

const times = Number.POSITIVE_INFINITY;
const answering = (status: number, body?: object) => ({ times, effect: answer(status, body) });

const forbidden = { endpoint: 'webhooks.list', key: 'apiKeys.list' } as const;
const needed = { endpoint: /needs the scope webhooks:manage/, key: /needs an unrestricted key/ };

it.each(both)('a create of a %s that may not be read says what to grant or declare', async kind => {
  const s = await scene();
  s.controls.faults.add({ operation: forbidden[kind], ...answering(403) });
  const planning = s.start({ walk: 'plan' });
  const error = await failureOf(planning.plan(kind, { unknown: ['url', 'name'] }));
  expect(error).toBeInstanceOf(Refused);
  expect(error).toMatchObject({
    providerWide: true,
    summary: expect.stringMatching(/^(?:API key|Webhook endpoint) cannot be created$/),
    message: expect.stringMatching(needed[kind]),
    next: expect.stringContaining(`unavailable_operations = ["${forbidden[kind]}"]`),
  });
});

describe('a planned key', () => {
  const tenants = (count: number): SandboxOptions => ({
    seed: { tenants: Array.from({ length: count }, (_, index) => ({ id: `ten_${index}`, name: 'n' })) },
  });
  /** What a plan says about keys for these tenants. */
  async function told(
    options: SandboxOptions,
    ids: readonly (string | undefined)[],
    fault?: ReturnType<typeof answering> & { readonly after?: number },
    changes: ProcessChanges = {},
  ) {
    const s = await scene(options);
    if (fault) s.controls.faults.add({ operation: 'tenants.list', ...fault });
    const { planInWords } = s.start({ walk: 'plan', ...changes });
    const words = [];
    for (const tenant_id of ids)
      words.push(...(await planInWords('key', { unknown: ['name'], values: { tenant_id } })));
    return { words, requests: s.controls.requests.count('tenants.list' satisfies OperationName) };
  }

  it('for a tenant that the complete list lacks is warned of, after one listing for the whole plan', async () => {
    const { words, requests } = await told({}, ['ten_acmee', 'ten_zzzzzzzz', 'ten_acme']);
    expect(words).toEqual([
      ['Unknown tenant "ten_acmee"', expect.stringMatching(/^Did you mean "ten_acme"\? /), 'tenant_id'],
      ['Unknown tenant "ten_zzzzzzzz"', expect.stringMatching(/^The list /), 'tenant_id'],
    ]);
    expect(requests).toBe(1);
  });

  it.each<[string, number, Parameters<typeof told>]>([
    ['the tenant stands on a later page', 2, [tenants(150), ['ten_149']]],
    ['the list is cut off', 2, [tenants(150), ['ten_none'], { ...answering(400), after: 1 }]],
    ['tenants cannot be listed', 1, [{}, ['ten_none', 'ten_other'], answering(403)]],
    ['the platform lists them in another shape', 1, [{}, ['ten_none'], answering(200, ['ten_acme'])]],
    ['the tenant is known only at apply', 0, [{}, [undefined]]],
    ['the walk applies', 0, [{}, ['ten_none'], undefined, { walk: 'apply' }]],
  ])('is not warned of if %s', async (_what, requests, plan) => {
    expect(await told(...plan)).toEqual({ words: [], requests });
  });

  it('for no tenant at all is warned of: the empty list is complete', async () => {
    const empty = answering(200, { data: [], next_cursor: null });
    expect((await told({}, ['ten_acme'], empty)).words).toHaveLength(1);
  });
});
