import { expect, it } from 'vitest';
import { makeSecret } from '../../harness/secrets/secrets';
import { key, keyChange, planJson, references } from './plan-json';
import { gradedRisksOf, reportOn, risksOf } from './report-on';

const { value: held } = makeSecret('held');
const change = keyChange({ actions: ['no-op'], before: key({ key: held }), after: key({ key: held }) });
const ofKey = { expression: references('svc_api_key.ci["a"].key', 'svc_api_key.ci["a"]', 'svc_api_key.ci') };
const resources = [
  { address: 'svc_api_key.ci', type: 'svc_api_key', provider_config_key: 'svc' },
  {
    address: 'svc_webhook_endpoint.a',
    type: 'svc_webhook_endpoint',
    expressions: { secret: references('var.signing', 'var.eight', 'var.seven', 'var.hook.secret') },
  },
];
/** Objects that were given the key, or all of it, each by the one before it, and one that was given itself. */
const given = {
  a: { input: ofKey.expression },
  b: { input: references('terraform_data.a.output', 'terraform_data.a') },
  c: { input: references('terraform_data.c.input') },
  d: { input: references('svc_api_key.ci') },
  e: { input: references('each.value.key', 'each.value') },
  f: { input: references('each.value.key', 'each.value') },
};
const eachOf: Readonly<Record<string, string>> = { e: 'svc_api_key.ci', f: 'local.names' };
const hops = Object.entries(given).map(([name, expressions]) => ({
  address: `terraform_data.${name}`,
  type: 'terraform_data',
  expressions,
  for_each_expression: { references: [eachOf[name] ?? []].flat() },
}));
const module = {
  outputs: {
    ofWhole: { sensitive: true, expression: { references: ['var.whole.key', 'var.whole'] } },
    ofMany: { expression: { references: ['var.whole["a"].key', 'var.whole["a"]', 'var.whole'] } },
    object: { expression: { references: ['var.whole'] } },
    id: { expression: { references: ['var.whole.id', 'var.whole'] } },
    made: { sensitive: true, expression: { references: ['var.given'] } },
    key: { sensitive: true, expression: { references: ['var.given'] } },
  },
  variables: { given: {} },
};
const whole = { references: ['svc_api_key.ci'] };
const module_calls = {
  m: { expressions: { given: ofKey.expression, whole }, module },
  each: {
    expressions: { given: given.e.input, whole: { references: ['each.value'] } },
    for_each_expression: whole,
    module,
  },
};

/** An output of the root module with this block and this value, which is known after apply if it is undefined. */
const withOutput = (output: object, after: unknown) =>
  planJson([change], {
    configuration: {
      root_module: {
        outputs: { shown: output },
        resources: [...resources, ...hops],
        module_calls,
        variables: { v: { sensitive: true }, signing: { sensitive: true } },
      },
    },
    variables: {
      ...{ v: { value: 'planted-value' }, signing: { value: 'signing-value' } },
      ...{ eight: { value: 'of-eight' }, seven: { value: 'seven-c' } },
    },
    output_changes: {
      shown: { actions: ['create'], after, after_unknown: after === undefined, after_sensitive: false },
    },
  });

const shows = ['critical secret-shown: output.shown shows a secret'];
const mayShow = ['medium secret-may-show: output.shown may show a secret'];
const of = (...names: readonly string[]) => ({ expression: references(...names) });

it.each<[what: string, output: object, value: unknown, expected: readonly string[]]>([
  ['a key', ofKey, held, shows],
  ['a key within a text', ofKey, `https://x.example/?key=${held}`, shows],
  ['a key within an object', ofKey, { a: [held] }, shows],
  ['a key as the key of a map', ofKey, { [held]: 1 }, shows],
  ['a key in base64', ofKey, Buffer.from(held).toString('base64'), shows],
  ['a key, marked as sensitive', { ...ofKey, sensitive: true }, held, []],
  ['a key, marked as not sensitive', { ...ofKey, sensitive: false }, held, shows],
  ['a key, ephemeral', { ...ofKey, ephemeral: true }, undefined, []],
  ['what a function makes of a key', ofKey, 'other', mayShow],
  ['the environment of a key', ofKey, 'test', []],
  ['whether there is a key', ofKey, true, []],
  ['nothing, by an expression with a key', ofKey, null, []],
  ['a key that is known after apply', ofKey, undefined, mayShow],
  ['another attribute', of('svc_api_key.ci.id', 'svc_api_key.ci'), undefined, []],
  ['objects, of which it takes a part', of('svc_api_key.ci'), ['key_1'], []],
  ['a key within an expression that a plan does not show', of('local.all'), [held], shows],
  ['a local without a secret', of('local.all'), { a: ['x'] }, []],
  ['a key of something else', of('other_thing.ci.key', 'other_thing.ci'), undefined, []],
  ['a key through a module', of('module.m.made', 'module.m'), undefined, mayShow],
  ['an output of a module that is called key', of('module.m.key', 'module.m'), undefined, mayShow],
  ['a key of an object that a module takes', of('module.m.ofWhole', 'module.m'), undefined, mayShow],
  ['a key of one of these', of('module.m.ofMany', 'module.m'), undefined, mayShow],
  ['a key of an object that it returns', of('module.m.object.key', 'module.m'), undefined, mayShow],
  ['a key of an object of an object', of('terraform_data.d.output.key'), undefined, mayShow],
  ['a key through an object for each', of('terraform_data.e["a"].output'), undefined, mayShow],
  ['a key through a module for each', of('module.each["a"].made'), undefined, mayShow],
  ['another attribute through that module', of('module.each["a"].id'), undefined, []],
  ['another object for each', of('terraform_data.f["a"].output'), undefined, []],
  ['another attribute of that object', of('module.m.id', 'module.m'), undefined, []],
  ['a key through two objects', of('terraform_data.b.output', 'terraform_data.b'), undefined, mayShow],
  ['the id of an object that was given a key', of('terraform_data.a.id'), undefined, []],
  ['an object that was given itself', of('terraform_data.c.output'), undefined, []],
  ['a sensitive variable of something else', of('var.v'), 'planted-value', []],
  ['a signing secret', of('var.signing'), 'signing-value', shows],
  ['what a function makes of a signing secret', of('var.signing'), 'other', mayShow],
  ['an object with a signing secret', of('var.hook'), undefined, mayShow],
  ['a signing secret of eight characters', of('local.a'), 'of-eight', shows],
  ['a shorter one, which may be in any text', of('local.a'), 'seven-c', []],
])('an output of %s', (_, output, value, expected) => {
  const report = reportOn(withOutput(output, value));
  expect(gradedRisksOf(report)).toEqual(expected);
  expect(JSON.stringify(report)).not.toContain(held);
});

type Argument = Partial<Record<'value' | 'before', unknown>> &
  Partial<Record<'expression' | 'each' | 'unknown' | 'sensitive', object>>;
/** A resource of somebody else with this argument. */
const handedOn = (argument: Argument) => {
  const { expression = ofKey.expression, each, value, before, unknown = {}, sensitive = {} } = argument;
  const other = {
    address: 'terraform_data.log["a"]',
    mode: 'managed',
    type: 'terraform_data',
    previous_address: 'terraform_data.former',
    change: {
      actions: [before === undefined ? 'create' : before === held ? 'no-op' : 'update'],
      before: before === undefined ? null : { input: before },
      after: { input: value },
      after_unknown: unknown,
      after_sensitive: sensitive,
    },
  };
  const block = {
    address: 'terraform_data.log',
    type: 'terraform_data',
    expressions: { input: expression },
    for_each_expression: each,
  };
  const plain = { ...other, address: 'terraform_data.plain', change: { actions: ['create'], after: {} } };
  const empty = { ...plain, address: 'terraform_data.log["b"]' };
  const blocks = [...resources, { ...block, address: plain.address, expressions: {} }, block];
  return planJson([change, plain, empty, other], {
    configuration: { root_module: { resources: blocks } },
    variables: { signing: { value: 'signing-value' } },
  });
};
const toCome = { unknown: { input: true } };
const logged = ['critical secret-shown: input of terraform_data.log["a"] shows a secret'];
const mayLog = ['medium secret-may-show: input of terraform_data.log["a"] may show a secret'];

it.each<[what: string, argument: Parameters<typeof handedOn>[0], expected: readonly string[]]>([
  ['a key', { value: held }, logged],
  ['a key that Terraform hides', { value: held, sensitive: { input: true } }, []],
  ['a key beside a value that is hidden', { value: ['x', held], sensitive: { input: [true] } }, logged],
  ['a key in an expression that a plan does not show', { expression: {}, value: { a: held } }, logged],
  ['a key backwards', { value: [...held].toReversed().join('') }, mayLog],
  ['a key that is known after apply', toCome, mayLog],
  ['a key that Terraform will hide', { ...toCome, sensitive: { input: true } }, []],
  ['a write-only key', { value: null }, []],
  ['a key of a moved resource that was there before', { value: held, before: held }, []],
  ['parts of a key that were there before', { value: ['x'], before: ['x'] }, []],
  ['a part of a key that changes', { value: 'x', before: 'y' }, mayLog],
  ['another attribute', { expression: references('svc_api_key.ci.id'), value: 'key_1' }, []],
  ['a signing secret', { expression: references('var.signing'), value: 'signing-value' }, logged],
  ['the key of each object', { expression: given.e.input, each: whole, ...toCome }, mayLog],
  [
    'the id of each object',
    { expression: references('each.value.id', 'each.value'), each: whole, ...toCome },
    [],
  ],
  ['each key', { expression: references('each.value'), each: ofKey.expression, ...toCome }, mayLog],
])('an argument of somebody else with %s', (_, argument, expected) => {
  expect(gradedRisksOf(reportOn(handedOn(argument)))).toEqual(expected);
});

it.each<[what: string, name: string, expression: object, expected: readonly string[]]>([
  ['a key', held, {}, ['secret-shown: name of svc_api_key.new shows a secret']],
  ['a piece of it', 'x', ofKey, ['secret-may-show: name of svc_api_key.new may show a secret']],
  ['a part of a variable that has a secret, too', 'x', of('var.hook.name', 'var.hook'), []],
])('the platform shows names, so a mark does not hide %s, and hides a trigger', (_, name, made, expected) => {
  const place = { address: 'svc_api_key.new', type: 'svc_api_key' };
  const created = keyChange({
    address: place.address,
    actions: ['create'],
    after: key({ name, rotation: { triggers: { a: held } } }),
    afterSensitive: { key: true, name: true, rotation: { triggers: { a: true } } },
  });
  const block = { ...place, expressions: { name: made } };
  const configuration = { root_module: { resources: [...resources, block] } };
  const found = risksOf(reportOn(planJson([change, created], { configuration })));
  expect(found.filter(risk => risk.startsWith('secret-'))).toEqual(expected);
});

it('a data source of somebody else that is given a key is a risk, of a key that is gone, too', () => {
  const block = { address: 'data.http.a', mode: 'data', type: 'http', expressions: { url: {} } };
  const root_module = { resources: [{ ...block, values: { url: held } }], child_modules: [{}] };
  const configuration = { root_module: { resources: [block] } };
  const gone = keyChange({ actions: ['delete'], before: key({ key: held }) });
  const prior_state = { values: { root_module } };
  const json = planJson([], { resource_drift: [gone], prior_state, configuration });
  expect(risksOf(reportOn(json))[0]).toBe('secret-shown: data.http.a shows a secret');
});

const keyOf = (name: string, action: string, more: object = {}) =>
  keyChange({ address: `svc_api_key.${name}`, actions: [action], before: key(), after: key(), ...more });
const goneOf = (name: string) => keyOf(name, 'delete', { after: null });
const [anew, still] = [keyOf('a', 'create', { before: null }), keyOf('still', 'no-op')];
const besideIn = (mode: string, type: string) => ({
  prior_state: { values: { root_module: { resources: [{ address: 'x.y', mode, type, values: key() }] } } },
});
const importing = { moreOfChange: { importing: { id: 'key_1' } } };

it.each<[what: string, changes: Parameters<typeof planJson>[0], more: object, drift: string, found: number]>([
  ['the only object', [anew], {}, 'a', 1],
  ['both objects, of which one is no longer configured', [anew], {}, 'ab', 2],
  ['one of two', [anew, still], {}, 'a', 0],
  ['one beside what the plan leaves out', [anew], besideIn('managed', 'svc_api_key'), 'a', 0],
  ['one beside an import', [anew, keyOf('still', 'no-op', importing)], {}, 'a', 1],
  ['one beside an object of another provider', [anew, { ...still, type: 'other' }], {}, 'a', 1],
  ['one beside a data source', [anew], besideIn('data', 'svc_tenants'), 'a', 1],
  ['nothing', [anew], {}, '', 0],
])('a plan where the platform does not know %s', (_, changes, more, drift, found) => {
  const json = planJson(changes, { ...more, resource_drift: [...drift].map(goneOf) });
  const report = reportOn(json, { gates: ['every-object-gone'] });
  const words =
    'high every-object-gone: key ci is unknown to the platform, as is every other object of the state';
  const told = gradedRisksOf(report).filter(risk => risk.includes('every-object-gone'));
  expect(told).toEqual(Array(found).fill(words));
  expect(report.gate?.stopped).toEqual(found > 0 ? [{ name: 'every-object-gone', count: found }] : []);
  expect(reportOn(json, { mode: 'drift' }).risks.map(({ name }) => name)).not.toContain('every-object-gone');
});

it('what nobody judges is named in one line: commands, actions and resources of others, outputs', () => {
  const old = { address: 'terraform_data.old', type: 'terraform_data' };
  const anew = { ...old, address: 'terraform_data.new', change: { actions: ['delete', 'create'] } };
  const provisioned = [resources[0], old, anew].map(block => ({
    provisioners: [{ type: 'local-exec' }],
    ...block,
  }));
  const destroyed = { ...old, change: { actions: ['delete'], before: {}, after: null } };
  const created = keyChange({ address: 'svc_api_key.ci["a"]', actions: ['create'], after: key() });
  const others = Object.fromEntries([...'bdefghijkl'].map(name => [name, {}]));
  const lambda = (name: string) => ({ address: `action.aws_lambda.${name}` });
  const json = planJson([created, destroyed, anew], {
    configuration: { root_module: { resources: provisioned, outputs: { a: { sensitive: true } } } },
    output_changes: { a: { actions: ['update'] }, c: { actions: ['no-op'] }, ...others },
    action_invocations: [...'abc'].map(lambda),
  });
  const report = reportOn(json);
  const { notes, outputs: changing } = report;
  expect(changing).toBe(11);
  expect(notes.map(({ sentence }) => sentence)).toEqual([
    'The apply invokes actions of other providers that nobody has judged: action.aws_lambda.a, action.aws_lambda.b, action.aws_lambda.c.',
    'Resources of other providers that change: terraform_data.old, terraform_data.new.',
    'Outputs that change: a (sensitive), b, d, e, f, g, h, i, j, k and 1 more.',
  ]);
  expect(risksOf(report).slice(0, 3)).toEqual([
    'provisioner-runs: svc_api_key.ci["a"] runs provisioners',
    'provisioner-runs: terraform_data.old runs provisioners',
    'provisioner-runs: terraform_data.new runs provisioners',
  ]);
});

it('Terraform prints keys of for_each, so a secret in one is shown', () => {
  const address = `svc_api_key.ci["${held}"]`;
  const report = reportOn(planJson([{ ...change, address }]));
  expect(risksOf(report)).toEqual(['secret-shown: for_each of svc_api_key.ci["(sensitive)"] shows a secret']);
  expect(JSON.stringify(report)).not.toContain(held);
  const odd = key({ key: 'made-up-0123456789"%{' });
  const ofOdd = keyChange({ actions: ['no-op'], before: odd, after: odd });
  const quoted = planJson([{ ...ofOdd, address: 'svc_api_key.ci["made-up-0123456789\\"%%{"]' }]);
  expect(risksOf(reportOn(quoted))).toEqual(risksOf(report));
});
