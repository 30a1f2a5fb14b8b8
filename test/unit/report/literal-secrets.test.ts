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
  const moduleOf = (expressions: object, references: readonly string[], forEach?: object) => ({
    resources: [],
    module_calls: {
      m: {
        expressions,
        for_each_expression: forEach,
        module: {
          resources: [{ provider_config_key: 'svc', ...block({ secret: { references } }) }],
          variables: Object.fromEntries(Object.keys(expressions).map(name => [name, {}])),
        },
      },
    },
  });
  const module = (argument: object, forEach?: object) =>
    moduleOf({ given: argument }, ['var.given'], forEach);
  const ofOutput = (reference = 'module.m.s') => block({ secret: { references: [reference, 'module.m'] } });
  const called = (output: object, call: object = {}, inner: object = {}) => ({
    module_calls: { m: { ...call, module: { ...inner, outputs: { s: { expression: output } } } } },
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
      'the default of a map, chosen by a variable',
      block({ secret: { references: ['var.secrets', 'var.environment'] } }),
      { variables: { secrets: { default: { prod: value, test: 'x' } }, environment: {} } },
      {},
      { secrets: { value: { prod: value, test: 'x' } }, environment: { value: 'prod' } },
      found,
    ],
    [
      'the default of a list, chosen by a number',
      block({ secret: { references: ['var.secrets', 'var.position'] } }),
      { variables: { secrets: { default: [value] }, position: {} } },
      {},
      { secrets: { value: [value] }, position: { value: 0 } },
      found,
    ],
    [
      'a map that is given, chosen by a variable',
      block({ secret: { references: ['var.secrets', 'var.environment'] } }),
      { variables: { secrets: { default: {} }, environment: {} } },
      {},
      { secrets: { value: { prod: value } }, environment: { value: 'prod' } },
      [],
    ],
    [
      'a default that takes the place of a null',
      block({ secret_wo: { references: ['var.given', 'var.signing'] } }),
      { variables: { given: { default: null }, signing: { default: value } } },
      {},
      { given: { value: null }, signing: { value } },
      found.map(text => text.replace('secret of', 'secret_wo of')),
    ],
    [
      'a default that is not used, beside a null',
      block({ secret_wo: { references: ['var.given', 'var.signing'] } }),
      { variables: { given: { default: value }, signing: { default: null } } },
      {},
      { given: { value: null }, signing: { value: null } },
      [],
    ],
    [
      'a default beside a part that is given',
      block({ secret: { references: ['var.prefix', 'var.signing'] } }),
      { variables: { prefix: { default: 'whsec_' }, signing: {} } },
      {},
      { prefix: { value: 'whsec_' }, signing: { value } },
      [],
    ],
    [
      'a default that a flag chooses',
      block({ secret: { references: ['var.is_old', 'var.old', 'var.signing'] } }),
      { variables: { is_old: { default: false }, old: { default: value }, signing: { default: value } } },
      {},
      { is_old: { value: true }, old: { value }, signing: { value } },
      found,
    ],
    [
      'a constant map of a module, chosen by a variable',
      {},
      {
        ...moduleOf(
          { secrets: { constant_value: { prod: value } }, environment: { references: ['var.environment'] } },
          ['var.secrets', 'var.environment'],
        ),
        variables: { environment: {} },
      },
      inModule,
      { environment: { value: 'prod' } },
      found,
    ],
    [
      'the default of a map, chosen by a local, where the plan holds the value',
      block({ secret: { references: ['var.secrets', 'local.environment'] } }),
      { variables: { secrets: { default: { prod: value } } } },
      { after: endpoint({ secret: value }) },
      { secrets: { value: { prod: value } } },
      found,
    ],
    [
      'a local beside a default, where the plan holds another value',
      block({ secret: { references: ['var.prefix', 'local.secret'] } }),
      { variables: { prefix: { default: 'whsec_' } } },
      { after: endpoint({ secret: `whsec_${value}` }) },
      { prefix: { value: 'whsec_' } },
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
    ['an output of a module', ofOutput(), called({ constant_value: value }), {}, {}, found],
    [
      'an output of an instance of a module',
      block({ secret: { references: ['module.m["a.b"].s', 'module.m["a.b"]', 'module.m'] } }),
      called({ constant_value: value }, { for_each_expression: { references: ['var.hooks'] } }),
      {},
      {},
      found,
    ],
    [
      'an output of a counted module',
      block({ secret: { references: ['module.m[0].s', 'module.m[0]', 'module.m'] } }),
      called({ constant_value: value }, { count_expression: { constant_value: 1 } }),
      {},
      {},
      found,
    ],
    [
      'a part of an output',
      ofOutput('module.m.s.secret'),
      called({ constant_value: { secret: value, url: 'x' } }),
      {},
      {},
      found,
    ],
    [
      'an output of a module within a module',
      ofOutput(),
      called({ references: ['module.m.s', 'module.m'] }, {}, called({ constant_value: value })),
      {},
      {},
      found,
    ],
    [
      'an output that returns an argument of the module',
      ofOutput(),
      called({ references: ['var.given'] }, { expressions: { given: { constant_value: value } } }),
      {},
      {},
      found,
    ],
    [
      'an output that returns a variable',
      ofOutput(),
      {
        ...called({ references: ['var.given'] }, { expressions: { given: { references: ['var.signing'] } } }),
        ...variables(undefined),
      },
      {},
      { signing: { value } },
      [],
    ],
    ['an output whose literal a function hides', ofOutput(), called({}), {}, {}, []],
    [
      'outputs that refer to each other for ever',
      ofOutput(),
      called(
        { references: ['var.given.a', 'var.given.b'] },
        { expressions: { given: { references: ['module.m.s.a', 'module.m.s.b'] } } },
      ),
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
