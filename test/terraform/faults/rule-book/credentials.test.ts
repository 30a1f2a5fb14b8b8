import { describe, expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const credential = 'variable "credential" {\n  sensitive = true\n}\n';
const both = credential + endpoint('a') + key('k');
const provider = 'request_timeout = 5\nmax_retries = 1\napi_key = var.credential';

/** A platform with two unrestricted keys, of which the first one creates. */
async function twoKeys() {
  const ground = await Ground.prepare({ provider });
  const { s } = ground;
  const other = await s.behindTheBack(api =>
    api.apiKeys.issue({ name: 'other', tenant_id: 'ten_globex', scopes: [] }),
  );
  const use = (value: string) => s.configure(both, { credential: value });
  await use(s.platform.key);
  return {
    ground,
    s,
    faults: ground.controls.faults,
    useFirst: () => use(s.platform.key),
    useOther: () => use(other.key),
  };
}

/** The other key sees neither the objects nor their lists, as with a tenant of its own. */
function hideFrom({ controls: { faults } }: Ground) {
  const times = Number.POSITIVE_INFINITY;
  for (const kind of ['webhooks', 'apiKeys'] as const) {
    faults.add({ operation: `${kind}.get`, times, effect: { kind: 'status', status: 404 } });
    faults.add({
      operation: `${kind}.list`,
      times,
      effect: {
        kind: 'status',
        status: 200,
        body: { data: [], next_cursor: null },
        headers: { 'content-type': 'application/json' },
      },
    });
  }
}

describe('the credential changes between two runs', () => {
  it.each(['answered', 'never answered'])(
    'a 404 with another key never closes an entry (%s)',
    async state => {
      const { ground, s, faults, useFirst, useOther } = await twoKeys();
      const ids =
        state === 'answered'
          ? await ground.cutOffAfterAnswers(2)
          : await ground.cutOffInRequest('hang-after', { requests: 2 });
      await useOther();
      hideFrom(ground);
      const unseen = await s.plan();
      expect(unseen.warnings.map(({ summary }) => summary).join('\n')).not.toMatch(/taken over|issued anew/);
      faults.clear();
      await useFirst();
      const warnings = (await ground.warnings()).join('\n');
      for (const id of ids) expect(warnings).toContain(id);
      if (state === 'never answered') for (const id of ids.filter(id => id.startsWith('key'))) s.disown(id);
      await s.apply(undefined, { warnings: 'any' });
      expect(ground.ids).toHaveLength(state === 'answered' ? 3 : 4);
      recordRow({
        fault: 'killed, and the next plan runs with another key of the platform that sees none of it',
        moment: `requests for an endpoint and a key, ${state}`,
        outcome: 'the entry stays open: with the first key again one apply converges',
      });
    },
  );

  it('an object that is found with another key counts', async () => {
    const { ground, s, useOther } = await twoKeys();
    const ids = await ground.cutOffAfterAnswers(2);
    await useOther();
    await s.apply(undefined, {
      warnings: ids.map(id => new RegExp(`${id} will be (?:taken over|issued anew)`)),
    });
    expect(ground.ids).toHaveLength(3);
    recordRow({
      fault: 'killed after the answer, and the next run has another key of the platform that sees all of it',
      moment: 'an endpoint and a key',
      outcome: 'one apply converges',
    });
  });
});
