import * as fc from 'fast-check';
import { it } from 'vitest';
import { removeSocketsOfTheKilled } from './killed-sockets';
import { killedRounds, play, type Round, rounds } from './random-histories';
import { type BackendKind, Ground, type Idempotency } from './rule-book/ground';
import { Strangers } from './strangers';

/** `npm test` plays one short history. `npm run test:soak` draws long ones; SOAK_SEED repeats it. */
const drawn = process.env['SOAK_RUNS'] === undefined ? 25 : Date.now() % 2 ** 31;
const seed = Number(process.env['SOAK_SEED'] ?? drawn);
const runs = Number(process.env['SOAK_RUNS'] ?? 1);
const length = Number(process.env['SOAK_ROUNDS'] ?? 3);

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

it(
  'random faults, kills, edits and equal objects of others: after each round, one apply converges, and leftovers are named',
  {
    timeout,
  },
  () => playAll('random histories', rounds(length)),
);

it(
  'random kills, with lost states and equal objects of others: nothing is lost, doubled or taken from others',
  {
    timeout,
  },
  () => playAll('random kills', killedRounds(length)),
);
