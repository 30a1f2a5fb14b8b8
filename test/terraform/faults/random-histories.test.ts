import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { scenario, withoutLogs } from '../../harness/scenario';
import { recordRow } from './fault-matrix';
import { removeSocketsOfTheKilled } from './killed-sockets';
import { play, rounds } from './random-histories';

/** `npm run test:soak` raises these; SOAK_SEED repeats a run. */
const runs = Number(process.env['SOAK_RUNS'] ?? 1);
const length = Number(process.env['SOAK_ROUNDS'] ?? 4);
const seed = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);

describe('random histories', () => {
  it('after each round the platform equals the configuration, the next plan is empty, and nothing is orphaned', {
    timeout: runs * length * 60_000,
  }, async () => {
    console.log(`random histories: SOAK_SEED=${seed}, ${runs} runs of ${length} rounds`);
    const property = fc.asyncProperty(rounds(length), async history => {
      const s = await scenario({
        environment: withoutLogs,
        provider: 'request_timeout = 5\nmax_retries = 2',
        sandbox: { idempotency: 'ignored' },
      });
      await s.plantSecret('signing');
      for (const round of history) {
        await play(s, round);
        await removeSocketsOfTheKilled(s);
      }
    });
    // Shrinking would take hours; the seed and the history say enough.
    await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
    recordRow({
      fault: 'random: lost and refused answers, rate limits, kills of Terraform and of the provider',
      moment: 'random changes of the configuration, edits, deletions and look-alikes by other hands',
      outcome: 'after each round one undisturbed apply converges: as configured, nothing doubled or orphaned',
    });
  });
});
