import { describe, expect, it } from 'vitest';
import { exposedInChanges, exposedInState, withoutSensitive } from '../../harness/secrets/exposed';
import { parsePlan } from '../../harness/terraform/terraform-json';

describe('what a state or plan shows to its readers', () => {
  it.each([
    ['a marked attribute', { a: 'x', b: 'y' }, { a: true }, { a: '(sensitive)', b: 'y' }],
    ['an element of a list', ['x', 'y'], [false, true], ['x', '(sensitive)']],
    ['a nested attribute', { a: [{ b: 'x' }] }, { a: [{ b: true }] }, { a: [{ b: '(sensitive)' }] }],
  ])('leaves out or keeps %s', (_, value, marks, expected) => {
    expect(withoutSensitive(value, marks)).toEqual(expected);
  });

  it('leaves out sensitive outputs', () => {
    const outputs = {
      open: { sensitive: false, value: 'seen' },
      hidden: { sensitive: true, value: 'unseen' },
    };
    const exposed = exposedInState({ resources: [], outputs });
    expect(exposed).toContain('seen');
    expect(exposed).not.toContain('unseen');
  });

  it('uses separate marks before and after a change', () => {
    const change = {
      actions: ['update'],
      before: { key: 'former' },
      after: { key: 'coming' },
      before_sensitive: { key: true },
      after_sensitive: {},
    };
    const { changes } = parsePlan(
      JSON.stringify({
        resource_changes: [{ address: 'a.b', type: 'a', change }],
        planned_values: { root_module: {} },
      }),
    );
    expect(exposedInChanges(changes)).toContain('coming');
    expect(exposedInChanges(changes)).not.toContain('former');
  });
});
