import { expect, it } from 'vitest';
import { makeSecret } from '../../harness/secrets/secrets';
import { key, keyChange, planJson } from './plan-json';
import { reportOn, risksOf } from './report-on';

const { value: held } = makeSecret('held');
const change = keyChange({ actions: ['no-op'], before: key({ key: held }), after: key({ key: held }) });
const ofKey = {
  expression: { references: ['svc_api_key.ci["a"].key', 'svc_api_key.ci["a"]', 'svc_api_key.ci'] },
};
const resources = [{ address: 'svc_api_key.ci', type: 'svc_api_key', provider_config_key: 'svc' }];
const module = {
  outputs: {
    made: { sensitive: true, expression: { references: ['var.given'] } },
    key: { sensitive: true, expression: { references: ['var.given'] } },
  },
  variables: { given: {} },
};
const module_calls = { m: { expressions: { given: ofKey.expression }, module } };

/** An output of the root module with this block and this value. */
const withOutput = (output: object, { after, after_unknown }: Value) =>
  planJson([change], {
    configuration: {
      root_module: {
        outputs: { shown: output },
        resources,
        module_calls,
        variables: { v: { sensitive: true } },
      },
    },
    variables: { v: { value: 'planted-value' } },
    output_changes: { shown: { actions: ['create'], after, after_unknown, after_sensitive: false } },
  });

interface Value {
  readonly after?: unknown;
  readonly after_unknown: unknown;
}

const known = (after: unknown): Value => ({ after, after_unknown: false });
const unknown: Value = { after_unknown: true };
const shows = ['critical secret-in-output: output shown shows a secret'];
const mayShow = ['medium secret-in-output: output shown may show a secret'];
const references = (...names: readonly string[]) => ({ expression: { references: names } });

it.each<[what: string, output: object, value: Value, expected: readonly string[]]>([
  ['a key', ofKey, known(held), shows],
  ['a key within a text', ofKey, known(`https://x.example/?key=${held}`), shows],
  ['a key within an object', ofKey, known({ a: [held] }), shows],
  ['a key in base64', ofKey, known(Buffer.from(held).toString('base64')), shows],
  ['a key, marked as sensitive', { ...ofKey, sensitive: true }, known(held), []],
  ['a key, ephemeral', { ...ofKey, ephemeral: true }, unknown, []],
  ['what a function makes of a key', ofKey, known('test'), []],
  ['whether there is a key', ofKey, known(true), []],
  ['the length of a key', ofKey, known(41), []],
  ['a key that is known after apply', ofKey, unknown, mayShow],
  [
    'an object with a key that is known after apply',
    ofKey,
    { after: { environment: 'test' }, after_unknown: { key: true } },
    mayShow,
  ],
  ['another attribute', references('svc_api_key.ci.id', 'svc_api_key.ci'), unknown, []],
  ['objects, of which it takes a part', references('svc_api_key.ci'), known(['key_1']), []],
  ['a key within an expression that a plan does not show', references('local.all'), known([held]), shows],
  ['a local without a secret', references('local.all'), known({ a: ['x'] }), []],
  ['a key of something else', references('other_thing.ci.key', 'other_thing.ci'), unknown, []],
  ['a key through a module', references('module.m.made', 'module.m'), unknown, mayShow],
  ['an output of a module that is called key', references('module.m.key', 'module.m'), unknown, mayShow],
  ['another output of a module', references('module.m.id', 'module.m'), unknown, []],
  ['a sensitive variable', references('var.v'), known('planted-value'), shows],
  ['what a function makes of a sensitive variable', references('var.v'), known('planted'), []],
  ['another variable', references('var.w'), unknown, []],
])('an output of %s', (_, output, value, expected) => {
  const report = reportOn(withOutput(output, value));
  expect(report.risks.map((risk, index) => `${risk.severity} ${risksOf(report)[index]}`)).toEqual(expected);
  expect(JSON.stringify(report)).not.toContain(held);
});

it.each<[status: string, expected: readonly string[]]>([
  ['pass', []],
  ['unknown', []],
  ['fail', ['check-failed: check.health fails']],
  ['error', ['check-failed: check.health fails']],
])('a check with the status %s', (status, expected) => {
  const checks = [{ address: { kind: 'check', to_display: 'check.health' }, status }];
  expect(risksOf(reportOn(planJson([], { checks })))).toEqual(expected);
});
