import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readReport } from '../../../scripts/test-tally';

it('counts a file that could not be loaded as a failure', () => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-tally-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const counts = { numPassedTests: 3, numFailedTests: 1, numPendingTests: 1, numTodoTests: 1 };
  const [unloaded, failed] = [[], [{}]].map(assertionResults => ({ status: 'failed', assertionResults }));
  writeFileSync(join(folder, 'report.json'), JSON.stringify({ ...counts, testResults: [failed, unloaded] }));
  expect(readReport(join(folder, 'report.json'))).toEqual({ passed: 3, failed: 2, skipped: 2 });
});

it('counts a run without a report as a failure', () => {
  expect(readReport('no/such/report.json')).toEqual({ passed: 0, failed: 1, skipped: 0 });
});
