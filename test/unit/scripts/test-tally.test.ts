import { expect, it } from 'vitest';
import { readTally } from '../../../scripts/test-tally';

it('counts a run without a report as a failure', () => {
  expect(readTally('no/such/report.json', 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
