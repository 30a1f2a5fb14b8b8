import { block, found, type LiteralSecretCase, value, variables } from './literal-secret-block';

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
const module = (argument: object, forEach?: object) => moduleOf({ given: argument }, ['var.given'], forEach);
const ofOutput = (reference = 'module.m.s') => block({ secret: { references: [reference, 'module.m'] } });
const called = (output: object, call: object = {}, inner: object = {}) => ({
  module_calls: { m: { ...call, module: { ...inner, outputs: { s: { expression: output } } } } },
});
const inModule = { address: 'module.m.svc_webhook_endpoint.pager["x"]' };

export const literalSecretsOfModules: readonly LiteralSecretCase[] = [
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
    module({ references: ['each.value.secret', 'each.value'] }, { constant_value: { a: { secret: value } } }),
    inModule,
    {},
    found,
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
];
