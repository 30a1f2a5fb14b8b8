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
  outputs: { made: { sensitive: true, expression: { references: ['var.given'] } } },
  variables: { given: {} },
};
const module_calls = { m: { expressions: { given: ofKey.expression }, module } };

/** An output of the root module with this block and this value. */
const withOutput = (output: object, after: unknown) =>
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
    output_changes: { shown: { actions: ['create'], after, after_sensitive: false } },
  });

const shows = ['secret-in-output: output shown shows a secret'];
const references = (...names: readonly string[]) => ({ expression: { references: names } });

it.each<[what: string, output: object, after: unknown, expected: readonly string[]]>([
  ['a key', ofKey, undefined, shows],
  ['a key, marked as sensitive', { ...ofKey, sensitive: true }, held, []],
  ['a key, ephemeral', { ...ofKey, ephemeral: true }, undefined, []],
  ['whether there is a key', ofKey, true, []],
  ['the length of a key', ofKey, 41, []],
  ['another attribute', references('svc_api_key.ci.id', 'svc_api_key.ci'), 'key_1', []],
  ['objects, of which it takes a part', references('svc_api_key.ci'), ['key_1'], []],
  ['a key within an expression that a plan does not show', references('local.all'), { a: [held] }, shows],
  ['a local without a secret', references('local.all'), { a: ['x'] }, []],
  ['a key of something else', references('other_thing.ci.key', 'other_thing.ci'), undefined, []],
  ['a key through a module', references('module.m.made', 'module.m'), undefined, shows],
  ['another output of a module', references('module.m.id', 'module.m'), undefined, []],
  ['a sensitive variable', references('var.v'), undefined, shows],
  ['another variable', references('var.w'), undefined, []],
])('an output of %s', (_, output, after, expected) => {
  const report = reportOn(withOutput(output, after));
  expect(risksOf(report)).toEqual(expected);
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
