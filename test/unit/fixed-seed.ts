import { configureGlobal } from 'fast-check';

/** `npm test` tries the same cases each time. The soak tries more: it draws a seed, and SOAK_SEED repeats it. */
const isSoak = process.env['SOAK_RUNS'] !== undefined;
const seed = isSoak ? Number(process.env['SOAK_SEED'] ?? Date.now() % 2 ** 31) : 1;
if (isSoak) console.log(`SOAK_SEED=${seed}`);
configureGlobal(isSoak ? { seed, numRuns: 1000 } : { seed });
