import { describe, expect, it } from 'vitest';
import { outcomeOf } from '../../../scripts/mutants/outcome';

describe('a run of a mutant', () => {
  const test = (status: string, ...failureMessages: string[]) => ({
    fullName: 'a rule',
    status,
    failureMessages,
  });
  const written = (...assertionResults: object[]) =>
    JSON.stringify({ testResults: [{ assertionResults: [] }, { assertionResults }] });
  const timedOut = test('failed', 'Error: Test timed out in 30000ms.');

  it.each([
    ['in which a test fails', 1, written(test('passed'), test('failed', 'AssertionError')), 'killed'],
    ['in which all pass', 0, written(test('passed')), 'survived'],
    ['in which a file cannot be loaded', 1, written(test('passed')), 'broken'],
    ['in which a test timed out', 1, written(timedOut), 'broken'],
    ['in which a test fails beside one that timed out', 1, written(timedOut, test('failed', '')), 'killed'],
    ['in which no test has run', 0, written(test('skipped')), 'broken'],
    ['that was ended', undefined, '', 'broken'],
  ])('%s', (_, exitCode, text, name) => {
    expect(outcomeOf(exitCode, text).name).toBe(name);
  });
});
