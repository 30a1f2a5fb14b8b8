/**
 * Whether this is `npm run test:all`. It runs every combination of the rule book, and the harness logs and reads its own
 * looks, too. `npm test` runs a covering choice of them.
 */
export const isWholeRun = process.env['SVC_TEST_ALL'] === 'yes';
