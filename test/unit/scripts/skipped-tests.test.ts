import { expect, it } from 'vitest';
import { skippedLines } from '../../../scripts/test-reporter';

const reasons = (count: number) => Array.from({ length: count }, (_, index) => `there is no tool ${index}`);

it('a run has ten lines at most for what it skips, and counts the rest', () => {
  expect(skippedLines(reasons(9))).toHaveLength(10);
  const lines = skippedLines([...reasons(10), ...reasons(1)]);
  expect(lines).toHaveLength(10);
  expect(lines[1]).toBe('      2  there is no tool 0');
  expect(lines.at(-1)).toBe('      2  for other reasons, which vitest shows with --reporter=verbose');
});
