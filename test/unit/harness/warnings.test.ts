import { describe, expect, it } from 'vitest';
import { assertWarnings } from '../../harness/scenario/warnings';

const degraded = {
  severity: 'warning',
  summary: 'Endpoint wh_1 is degraded',
  detail: 'Five attempts failed.',
} as const;
const broken = { severity: 'error', summary: 'Broken', detail: '' } as const;

describe('warnings', () => {
  it('that a test expects must appear, by summary or detail', () => {
    expect(() => assertWarnings([degraded, broken], [/wh_1 is degraded/])).not.toThrow();
    expect(() => assertWarnings([degraded], [/Five attempts/])).not.toThrow();
    expect(() => assertWarnings([broken], [/degraded/])).toThrow(/No warning says .*degraded/);
  });

  it('that no test expects must not appear', () => {
    expect(() => assertWarnings([degraded], [])).toThrow(
      /No such warning was expected:\nwarning: Endpoint wh_1/,
    );
    expect(() => assertWarnings([degraded], 'any')).not.toThrow();
  });
});
