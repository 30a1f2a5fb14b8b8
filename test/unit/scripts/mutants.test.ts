import { describe, expect, it } from 'vitest';
import { allMutants, tenthOf } from '../../../scripts/mutants/list';
import { outcomeOf } from '../../../scripts/mutants/outcome';

const mutants = allMutants();

it('ten days in a row run the whole list, a tenth each', () => {
  const days = Array.from({ length: 10 }, (_, index) => tenthOf(mutants, index + 22));
  expect(days.flat().sort(byPlace)).toEqual(mutants);
  expect(days.map(({ length }) => Math.abs(length - mutants.length / 10) < 1)).not.toContain(false);
});

const byPlace = (one: (typeof mutants)[number], other: typeof one) =>
  mutants.indexOf(one) - mutants.indexOf(other);

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
