import { describe, expect, it } from 'vitest';
import { makeSecret } from '../../harness/secrets/secrets';
import { configuration, endpoint, endpointChange, planJson } from './plan-json';
import { reportOn, risksOf } from './report-on';

describe('literal-secret', () => {
  const block = (expressions: object) => ({
    address: 'svc_webhook_endpoint.pager',
    type: 'svc_webhook_endpoint',
    expressions,
  });
  const found = ['literal-secret: secret of pager.example stands in the configuration as plain text'];
  const { value } = makeSecret('literal');
  const variables = (standard: unknown) => ({
    variables: { signing: { default: standard, sensitive: true } },
  });
  const module = (argument: object, forEach?: object) => ({
    resources: [],
    module_calls: {
      m: {
        expressions: { given: argument },
        for_each_expression: forEach,
        module: {
          resources: [{ provider_config_key: 'svc', ...block({ secret: { references: ['var.given'] } }) }],
          variables: { given: {} },
        },
      },
    },
  });
  const inModule = { address: 'module.m.svc_webhook_endpoint.pager["x"]' };

  it.each([
    ['a constant', block({ secret: { constant_value: value } }), {}, {}, {}, found],
    [
      'a variable',
      block({ secret: { references: ['var.signing'] } }),
      variables(undefined),
      {},
      { signing: { value } },
      [],
    ],
    [
      'a variable in JSON syntax, as cdktf writes it',
      block({ secret: { constant_value: `\${var.signing}`, references: ['var.signing'] } }),
      variables(undefined),
      {},
      { signing: { value } },
      [],
    ],
    [
      'the default of a variable',
      block({ secret: { references: ['var.signing'] } }),
      variables(value),
      {},
      { signing: { value } },
      found,
    ],
    [
      'a variable with a default that is not used',
      block({ secret: { references: ['var.signing'] } }),
      variables(value),
      {},
      { signing: { value: 'given' } },
      [],
    ],
    ['an argument of a module', {}, module({ constant_value: value }), inModule, {}, found],
    [
      'a variable through a module',
      {},
      { ...module({ references: ['var.signing'] }), ...variables(undefined) },
      inModule,
      { signing: { value } },
      [],
    ],
    [
      'the default of a variable of objects',
      block({ secret: { references: ['var.conf.secret', 'var.conf'] } }),
      { variables: { conf: { default: { secret: value, url: 'x' } } } },
      {},
      { conf: { value: { secret: value, url: 'y' } } },
      found,
    ],
    [
      'a part of a variable of objects that has no default',
      block({ secret: { references: ['var.conf.secret', 'var.conf'] } }),
      { variables: { conf: { default: { secret: null, url: 'x' } } } },
      {},
      { conf: { value: { secret: null, url: 'x' } } },
      [],
    ],
    [
      'the default of a variable of objects that is not used',
      block({ secret: { references: ['var.conf.secret', 'var.conf'] } }),
      { variables: { conf: { default: { secret: value, url: 'x' } } } },
      {},
      { conf: { value: { secret: 'given', url: 'x' } } },
      [],
    ],
    [
      'the default of a map, at any key',
      block({ secret: { references: ['var.hooks', 'each.key'] } }),
      { variables: { hooks: { default: { a: { secret: value } } } } },
      {},
      { hooks: { value: { a: { secret: value } } } },
      found,
    ],
    [
      'the default of a variable of objects through a module',
      {},
      {
        ...module({ references: ['var.conf["secret"]', 'var.conf'] }),
        variables: { conf: { default: { secret: value } } },
      },
      inModule,
      { conf: { value: { secret: value } } },
      found,
    ],
    [
      'a for_each of a module',
      {},
      module(
        { references: ['each.value.secret', 'each.value'] },
        { constant_value: { a: { secret: value } } },
      ),
      inModule,
      {},
      found,
    ],
    [
      'a for_each of the block, of a variable',
      {
        ...block({ secret: { references: ['each.value'] } }),
        for_each_expression: { references: ['var.hooks'] },
      },
      { variables: { hooks: { default: { a: value } } } },
      {},
      { hooks: { value: { a: value } } },
      found,
    ],
    [
      'a for_each that the plan does not hold',
      { ...block({ secret: { references: ['each.value'] } }) },
      {},
      {},
      {},
      [],
    ],
    ['no secret', block({ secret: { constant_value: null } }), {}, {}, {}, []],
    ['a local', block({ secret: { references: ['local.signing'] } }), {}, {}, {}, []],
  ])('is judged for %s', (_, resource, root, fields, given, expected) => {
    const change = endpointChange({ actions: ['no-op'], before: endpoint(), after: endpoint(), ...fields });
    const json = planJson([change], { ...configuration(resource, {}, root), variables: given });
    const report = reportOn(json);
    expect(risksOf(report)).toEqual(expected);
    expect(JSON.stringify(report)).not.toContain(value);
  });
});
