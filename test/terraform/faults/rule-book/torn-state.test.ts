import { expect, it } from 'vitest';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

/**
 * Terraform empties a local state file before it writes it anew (its `statemgr.Filesystem`), and takes an empty file for
 * no state. What older runs had stored is then in no state, and no entry of the journal is open for it.
 */
it.each([
  ['emptied', ''],
  ['written in part', '{"version": 4, "resources": ['],
])(
  'a local state that the kill has left %s: with the state of before put back, one apply converges',
  async (how, torn) => {
    const ground = await Ground.prepare();
    const kept = endpoint('kept') + key('kept');
    await ground.s.startFrom(kept);
    await ground.s.configure(kept + endpoint('a') + key('k'));
    const tornByKill = async () => {
      const ids = await ground.cutOffAfterAnswers(2);
      await ground.s.workspace.write('terraform.tfstate', torn);
      return ids;
    };
    const [endpointId, keyId] = await ground.losingTheState(tornByKill, () => false);
    const { next } = await ground.s.apply(undefined, {
      warnings: [new RegExp(`${endpointId} will be taken over`), new RegExp(`${keyId} will be issued anew`)],
    });
    expect(next.warnings).toEqual([]);
    expect(ground.ids).toHaveLength(4);
    expect(ground.ids).toContain(endpointId);
    recordRow({
      fault: 'killed after the platform’s answer, while Terraform wrote its state',
      moment: `the file is ${how}, and the state of before is put back`,
      outcome: 'one apply converges: what older runs made is managed as before, the endpoint is taken over',
    });
  },
);
