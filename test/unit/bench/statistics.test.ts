import { describe, expect, it } from 'vitest';
import { compareRounds, rotate, summarize } from '../../../bench/statistics';

describe('statistics of the bench', () => {
  it.each([
    [[5], { median: 5, low: 5, high: 5, runs: 1 }],
    [[4, 1], { median: 2.5, low: 1.75, high: 3.25, runs: 2 }],
    [[9, 1, 100, 3, 2], { median: 3, low: 2, high: 9, runs: 5 }],
  ])('of %j is the median and the quartiles', (samples, expected) => {
    expect(summarize(samples)).toEqual(expected);
  });

  it('for two subjects is a ratio for each round, so that a slow minute cancels out', () => {
    expect(compareRounds([20, 200, 30], [10, 100, 10])).toEqual({ median: 2, low: 2, high: 2.5, runs: 3 });
    expect(compareRounds([30], [5], 5)).toEqual({ median: 3, low: 3, high: 3, runs: 1 });
    expect(() => compareRounds([1], [])).toThrow(RangeError);
  });

  it('uses rounds in which each subject is first once', () => {
    expect([0, 1, 2, 3].map(round => rotate(['a', 'b', 'c'], round).join(''))).toEqual([
      'abc',
      'bca',
      'cab',
      'abc',
    ]);
    expect(rotate([], 1)).toEqual([]);
  });
});
