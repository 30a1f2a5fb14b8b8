import * as fc from 'fast-check';
import { describe, it } from 'vitest';
import { recordRow } from './fault-matrix';
import { removeSocketsOfTheKilled } from './killed-sockets';
import { killedRounds, play, type Round, rounds } from './random-histories';
import { type BackendKind, Ground, type Idempotency } from './rule-book/ground';
import { Strangers } from './strangers';

/** `npm run test:soak` raises these; SOAK_SEED repeats a run. */
const runs = Number(process.env['SOAK_RUNS'] ?? 1);
const length = Number(process.env['SOAK_ROUNDS'] ?? 4);
const seed = Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31);

const grounds = fc.record({
  idempotency: fc.constantFrom<Idempotency>('ignored', 'honoured'),
  kind: fc.constantFrom<BackendKind>('local state', 'HTTP backend'),
});

/** Plays histories one after another, each on a platform of its own. */
async function playAll(name: string, histories: fc.Arbitrary<readonly Round[]>): Promise<void> {
  console.log(`${name}: SOAK_SEED=${seed}, ${runs} runs of ${length} rounds`);
  const leftovers: string[] = [];
  let kills = 0;
  const property = fc.asyncProperty(grounds, histories, async (options, history) => {
    let shift = 0;
    const clock = () => Date.now() + shift;
    const ground = await Ground.prepare({
      ...options,
      provider: 'request_timeout = 5\nmax_retries = 2',
      sandbox: { clock },
    });
    const strangers = new Strangers(ground, () => {
      shift += 60 * 60 * 1000;
    });
    for (const round of history) {
      await play(ground, strangers, round);
      await removeSocketsOfTheKilled(ground.s);
    }
    kills += strangers.kills;
    for (const [said, times] of strangers.leftovers) leftovers.push(`${times} × ${said}`);
  });
  // Shrinking would take hours; the seed and the history say enough.
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  console.log(
    `${name}: ${runs * length} rounds, ${kills} kills; left and named: ${leftovers.join(', ') || 'nothing'}`,
  );
}

const timeout = runs * length * 60_000;

describe('random histories', () => {
  it('after each round the platform equals the configuration, the next plan is empty, and leftovers are reported', {
    timeout,
  }, async () => {
    await playAll('random histories', rounds(length));
    recordRow({
      fault: 'random: lost and refused answers, rate limits, kills of Terraform and of the provider',
      moment: 'random changes of the configuration, edits, deletions and look-alikes by others',
      outcome:
        'after each round one undisturbed apply converges: as configured, nothing doubled or taken from others; what the rule book leaves is named',
    });
  });

  it('random kills, with lost states and equal objects of others: nothing is lost, duplicated or taken from others', {
    timeout,
  }, async () => {
    await playAll('random kills', killedRounds(length));
    recordRow({
      fault:
        'random kills, in and after random requests, of Terraform or of both, with or without the state of the run',
      moment: 'others make equal objects during the request and an hour later',
      outcome: 'one apply converges; no object is lost, doubled or taken; what the rule book leaves is named',
    });
  });
});
