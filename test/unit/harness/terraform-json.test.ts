import { describe, expect, it } from 'vitest';
import { diagnosticsIn, parsePlan, parseState } from '../../harness/terraform/terraform-json';

describe("Terraform's machine-readable output", () => {
  it('includes the resources of modules', () => {
    const resource = (address: string) => ({ address, mode: 'managed', type: 'a', values: { id: address } });
    const inner = { resources: [resource('module.m.a.c')] };
    const root = { resources: [resource('a.b')], child_modules: [{ child_modules: [inner] }] };
    const state = parseState(JSON.stringify({ values: { root_module: root } }));
    expect(state.resources.map(({ address }) => address)).toEqual(['a.b', 'module.m.a.c']);
  });

  it('of an empty state is no error', () => {
    expect(parseState('{"format_version":"1.0"}')).toEqual({ resources: [], outputs: {} });
  });

  it('shows changes, and omits unchanged resources', () => {
    const entry = (address: string, actions: string[], more: object = {}) => ({
      address,
      type: 'a',
      ...more,
      change: { actions, before: null, after: { x: 1 } },
    });
    const { changes } = parsePlan(
      JSON.stringify({
        planned_values: { root_module: {} },
        resource_changes: [
          entry('a.new', ['create']),
          entry('a.same', ['no-op']),
          entry('data.a.read', ['read']),
          entry('a.moved', ['no-op'], { previous_address: 'a.old' }),
        ],
      }),
    );
    expect(Object.keys(changes)).toEqual(['a.new', 'a.moved']);
    expect(changes['a.moved']).toMatchObject({ previousAddress: 'a.old' });
  });

  it('names the attributes behind a replacement', () => {
    const change = {
      actions: ['delete', 'create'],
      before: {},
      after: {},
      replace_paths: [['rotation', 0, 'x']],
    };
    const plan = {
      planned_values: { root_module: {} },
      resource_changes: [{ address: 'a.b', type: 'a', change }],
    };
    expect(parsePlan(JSON.stringify(plan)).changes['a.b']?.replacedBy).toEqual(['rotation.0.x']);
  });

  it('may contain lines that are not JSON', () => {
    const warning = { type: 'diagnostic', diagnostic: { severity: 'warning', summary: 'Endpoint degraded' } };
    const output = `panic: boom\n${JSON.stringify({ type: 'version' })}\n${JSON.stringify(warning)}\n`;
    expect(diagnosticsIn(output)).toEqual([
      { severity: 'warning', summary: 'Endpoint degraded', detail: '' },
    ]);
  });
});
