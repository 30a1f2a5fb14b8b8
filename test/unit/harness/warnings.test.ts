import { expect, it } from 'vitest';
import { assertEachWarning } from '../../harness/scenario/warnings';

const degraded = {
  severity: 'warning',
  summary: 'Endpoint wh_1 is degraded',
  detail: 'Five attempts failed.',
} as const;
const broken = { severity: 'error', summary: 'Broken', detail: '' } as const;

const named = [/wh_1 is degraded/];
it.each([
  ['a plan', [degraded], [], [], {}, /The plan gives warnings .*not expect:\nwarning: Endpoint wh_1/],
  ['an apply', [], [degraded], [], { warnings: 'any', atApply: [] }, /The apply gives warnings/],
  ['a next plan', [degraded], [], [degraded], { warnings: named }, /The next plan gives warnings/],
  ['a next plan that is silent', [], [], [broken], { afterwards: named }, /The next plan gives no warning/],
] as const)('%s is an error where the test expects others', (_, plan, apply, next, expected, saying) => {
  expect(() => assertEachWarning([plan, apply, next], expected)).toThrow(saying);
});
