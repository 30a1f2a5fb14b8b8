import type { TestContext } from 'vitest';

/**
 * True for `npm run test:all`, which runs every combination of the rule book, logs every command of a scenario, and reads
 * every plan as text. `npm test` runs a covering choice, and logs where a test reads logs (`withLogs`).
 */
export const isWholeRun = process.env['SVC_TEST_ALL'] === 'yes';

/** True also for the part of `npm run test:all` that runs the other binaries. */
const runsLongTests = isWholeRun || process.env['SVC_TEST_LONG'] === 'yes';

/** For a long test that few changes can break: `npm test` skips it and says so. */
export function onlyInWholeRun({ skip }: TestContext): void {
  skip(!runsLongTests, 'npm run test:all runs it');
}
