import { describe, expect, it } from 'vitest';
import { aSandbox } from '../../harness/a-sandbox';
import { type Scenario, scenario } from '../../harness/scenario';
import { endpoint, key } from '../blocks';

/**
 * Two sandboxes are two accounts of one hosted service: all loopback addresses count as one platform (`platformOrigin`), and
 * each knows only its own key and objects.
 */
async function twoAccounts(blocks: string, options: Parameters<typeof scenario>[0] = {}) {
  const s = await scenario({ provider: 'base_url = var.address\napi_key = var.given', ...options });
  const other = await aSandbox();
  await s.plantSecret('signing');
  const variables = 'variable "address" {}\nvariable "given" {\n  sensitive = true\n}\n';
  const own = { address: s.platform.url, given: s.platform.key };
  await s.startFrom(variables + blocks, { variables: own });
  const { controls } = s.platform;
  const ids = [...controls.webhooks.all(), ...controls.apiKeys.all()].map(({ id }) => id);
  for (const id of ids) s.disown(id);
  return {
    s,
    other,
    ids,
    variables,
    run: async (account: { url: string; key: string }, ...words: readonly string[]) => {
      const given = words.some(word => word.endsWith('.tfplan') && !word.startsWith('-out'))
        ? []
        : [`-var=address=${account.url}`, `-var=given=${account.key}`];
      const { code, stdout, stderr } = await s.terraform(...words, '-no-color', ...given);
      return { code, said: (stdout + stderr).replace(/\n[│╷╵ ]*/g, ' ') };
    },
    left: async () => (await s.state()).resources.filter(({ mode }) => mode === 'managed').length,
    alive: () => [...controls.webhooks.all(), ...controls.apiKeys.all()].map(({ id }) => id),
  };
}

const named = (said: string) => [...said.matchAll(/(\w+) was not there/g)].map(([, id]) => id).sort();
const triggered = (release: number, overlap: number) =>
  key('b', { more: `rotation = { overlap_days = ${overlap}, triggers = { release = "${release}" } }` });

describe('with the key of another account', () => {
  it.each([[[]], [['-refresh=false']]])(
    '`destroy` %j names each object that leaves the state',
    async flags => {
      const { ids, other, run, left, alive } = await twoAccounts(endpoint('a') + key('b'));
      const { code, said } = await run(other, 'destroy', '-auto-approve', ...flags);
      expect([code, named(said), await left()]).toEqual([0, [...ids].sort(), 0]);
      expect(said).toContain('2 destroyed');
      expect(alive()).toEqual(ids);
    },
  );
});
