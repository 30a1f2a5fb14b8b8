import * as fc from 'fast-check';
import { it } from 'vitest';
import { removeSocketsOfTheKilled } from './killed-sockets';
import { play, rounds } from './random-histories';
import { Ground } from './rule-book/ground';
import { Strangers } from './strangers';

/** `npm test` plays one short history. `npm run test:soak` draws long ones; SOAK_SEED repeats it. */
const drawn = process.env['SOAK_RUNS'] === undefined ? 42 : Date.now() % 2 ** 31;
const seed = Number(process.env['SOAK_SEED'] ?? drawn);
const runs = Number(process.env['SOAK_RUNS'] ?? 1);
const length = Number(process.env['SOAK_ROUNDS'] ?? 4);

const idempotencies = fc.constantFrom('ignored' as const, 'honoured' as const);

it('random faults, kills, lost states, edits and equal objects of others: one apply converges, and leftovers are named', {
  timeout: runs * length * 60_000,
}, async () => {
  console.log(`SOAK_SEED=${seed}, ${runs} runs of ${length} rounds`);
  let kills = 0;
  const property = fc.asyncProperty(idempotencies, rounds(length), async (idempotency, history) => {
    const ground = await Ground.prepare({ sandbox: { dialect: { idempotency } } });
    const strangers = new Strangers(ground);
    for (const round of history) {
      await play(ground, strangers, round);
      await removeSocketsOfTheKilled(ground.s);
    }
    kills += strangers.kills;
  });
  // Shrinking would take hours; the seed and the history say enough.
  await fc.assert(property, { seed, numRuns: runs, endOnFailure: true });
  console.log(`${kills} kills`);
});
