import { describe, expect, it } from 'vitest';
import { addUp, readReport, sayTally, tallyOf } from '../../../scripts/test-tally';

const report = (testResults: object[]) => ({
  numPassedTests: 3,
  numFailedTests: 1,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults,
});

describe('the closing line', () => {
  it('names skipped tests only where there are some', () => {
    expect(sayTally({ passed: 2, failed: 0, skipped: 0 })).toBe('2 passed, 0 failed');
    expect(sayTally({ passed: 2, failed: 1, skipped: 3 })).toBe('2 passed, 1 failed, 3 skipped');
  });

  it('counts a file that could not be loaded as a failure', () => {
    const unloaded = { status: 'failed', assertionResults: [] };
    const failed = { status: 'failed', assertionResults: [{}] };
    expect(tallyOf(report([failed, unloaded]))).toEqual({ passed: 3, failed: 2, skipped: 2 });
  });

  it('counts a run without a report as a failure', () => {
    expect(readReport('no/such/report.json')).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });

  it('adds up all parts', () => {
    const one = { passed: 1, failed: 2, skipped: 3 };
    expect(addUp([one, one])).toEqual({ passed: 2, failed: 4, skipped: 6 });
  });
});
