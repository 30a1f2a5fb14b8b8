import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readTally, storeTally } from '../../../scripts/test-tally';

it('counts a run that has stored nothing as a failure', () => {
  expect(readTally('no/such/file', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});

it.each([
  ['that ends well, as stored', 0, 0, 0],
  ['that fails without a failed test as a failure', 0, 1, 1],
  ['that was killed as a failure', 0, undefined, 1],
  ['with failed tests, as stored', 3, 1, 3],
])('counts a run %s', (_, failed, exitCode, counted) => {
  const file = join(mkdtempSync(join(tmpdir(), 'svc-tally-')), 'below', 'tally.txt');
  storeTally(file, { passed: 12, failed, skipped: 5 });
  expect(readTally(file, exitCode)).toEqual({ passed: 12, failed: counted, skipped: 5 });
});
