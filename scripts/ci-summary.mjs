/**
 * Prints the last line of `.ci/run`: the counts of `npm test`, and one more for the freshness check.
 *
 * Usage: ci-summary.mjs EXIT_CODE_OF_TESTS EXIT_CODE_OF_FRESHNESS
 */
import { readFileSync } from 'node:fs';

const [tests, freshness] = process.argv.slice(2).map(Number);
let { passed, failed, skipped } = tally();
// A test run that fails without a failed test (killed, or not installed) counts as one failure.
if (tests !== 0 && failed === 0) failed = 1;
if (freshness === 0) passed += 1;
else failed += 1;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = failed > 0 ? 1 : 0;

/** @returns {{passed: number, failed: number, skipped: number}} */
function tally() {
  try {
    return JSON.parse(readFileSync('.cache/test-tally.json', 'utf8'));
  } catch {
    return { passed: 0, failed: 0, skipped: 0 };
  }
}
