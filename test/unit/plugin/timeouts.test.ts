import { describe, expect, it } from 'vitest';
import { timeouts } from '../../../src/plugin/define/timeouts';
import { validateConfig } from '../../../src/plugin/rpc/validate-config';
import { unknown } from '../../../src/plugin/values/raw';
import { encoded } from './shelf';

const { attribute, limit } = timeouts({ create: '20m', delete: '90s' });
const findings = (create: unknown) =>
  validateConfig(
    { attributes: { timeouts: attribute } },
    encoded({ timeouts: { create: create as string, delete: null } }),
  ).diagnostics;

describe('time limits', () => {
  it('are the author’s unless the user sets others', () => {
    expect(limit(undefined, 'create')).toBe(20 * 60_000);
    expect(limit({ create: '1h' }, 'create')).toBe(3_600_000);
    expect(limit({ create: '1h' }, 'delete')).toBe(90_000);
  });

  it.each(['5', '', '1d', '-1m', '0s', '1.5h', '5 m'])(
    '%j is no duration, and the finding says where',
    text => {
      expect(findings(text)).toMatchObject([
        {
          summary: 'Invalid duration',
          detail: expect.stringContaining('Attribute: timeouts.create'),
          attribute: { steps: [{ attributeName: 'timeouts' }] },
        },
      ]);
    },
  );

  it.each(['90s', '20m', '1h', null, unknown])('%j is fine', value => {
    expect(findings(value)).toEqual([]);
  });
});
