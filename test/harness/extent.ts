/**
 * True for `npm run test:all`, which runs every combination of the rule book, and logs and reads the harness's own
 * observations, too. `npm test` runs a covering choice.
 */
export const isWholeRun = process.env['SVC_TEST_ALL'] === 'yes';
