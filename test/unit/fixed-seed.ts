import { configureGlobal } from 'fast-check';

/** `npm test` tries the same cases each time. The soak draws a seed and tries more; a failure prints its seed. */
const seed = process.env['SVC_TEST_SEED'];
configureGlobal(seed === undefined ? { seed: 1 } : { seed: Number(seed), numRuns: 2000 });
