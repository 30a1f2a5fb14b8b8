import { expect, it } from 'vitest';
import { makeSecret } from '../../harness/secrets/secrets';
import { configuration, endpoint, endpointChange, planJson, references } from './plan-json';
import { reportOn, risksOf } from './report-on';

const { value } = makeSecret('literal');
const as = (argument: string) =>
  `literal-secret: ${argument} of pager.example stands in the configuration as plain text`;
const written = [as('secret')];
const none: string[] = [];

const block = (expression: object, name = 'secret') => ({
  address: 'svc_webhook_endpoint.pager',
  type: 'svc_webhook_endpoint',
  expressions: { [name]: expression },
});
const uses = (...names: string[]) => block(references(...names));
const standard = (given: unknown) => ({ variables: { v: { default: given, sensitive: true } } });
const module = (argument: object, variable: object = {}, ...used: string[]) => ({
  resources: [],
  module_calls: {
    m: {
      expressions: argument,
      module: {
        resources: [{ provider_config_key: 'svc', ...uses(...used, 'var.given') }],
        variables: { given: variable },
      },
    },
  },
});
const inModule = { address: 'module.m.svc_webhook_endpoint.pager["x"]' };

const ofCdktf = block({ constant_value: `\${var.v}`, references: ['var.v'] });
const writeOnly = block(references('var.v'), 'secret_wo');
const kept = ['secret-in-plan: secret_wo of pager.example stands in the saved plan'];
const ephemeral = undefined;
const map = { a: value };
const chosen = uses('var.v', 'each.key', 'count.index', 'terraform.workspace');
const ofLocal = uses('var.v', 'local.l');
const ofPassed = block(references('var.v', 'var.passed'), 'secret_wo');
const passed = { variables: { ...standard(value).variables, passed: { ephemeral: true } } };
const parts = (other: string) => [{}, { s: { t: value, u: other } }];
const partOfDefault = {
  ...module({ given: references('var.v[1]["s"]', 'var.v') }, {}, 'var.given.t'),
  ...standard(parts('x')),
};
const holds = (secret: string) => ({ after: endpoint({ secret }) });

type Row = [what: string, resource: object, root: object, fields: object, given: unknown, risks: string[]];

it.each<Row>([
  ['a constant', block({ constant_value: value }), {}, {}, undefined, written],
  ['a number', block({ constant_value: 10_000_000 }), {}, {}, undefined, written],
  ['a number that counts', block({ constant_value: 9_999_999 }), {}, {}, undefined, none],
  ['no secret', block({ constant_value: null }), {}, {}, undefined, none],
  ['a variable', uses('var.v'), standard(undefined), {}, value, none],
  ['a variable as cdktf writes it', ofCdktf, standard(undefined), {}, value, none],
  ['the default of a variable', uses('var.v'), standard(value), {}, value, written],
  ['a default that is not used', uses('var.v'), standard(value), {}, 'given', none],
  ['a part of a default', uses('var.v.a', 'var.v'), standard({ ...map, b: 1 }), {}, map, written],
  ['a default at any key', chosen, standard(map), {}, map, written],
  ['a default that a local chooses', ofLocal, standard(map), holds(value), map, written],
  ['a default within the value', ofLocal, standard('wh_'), holds(`wh_${value}`), 'wh_', none],
  ['a write-only secret that the plan holds', writeOnly, {}, {}, value, kept],
  ['a write-only secret of an ephemeral variable', writeOnly, { variables: { v: {} } }, {}, ephemeral, none],
  ['a write-only secret without a value', writeOnly, {}, {}, '', none],
  ['a write-only secret as a default', writeOnly, standard(value), {}, value, [as('secret_wo')]],
  ['a default beside an ephemeral variable, which may be the secret', ofPassed, passed, {}, value, kept],
  ['a local', uses('local.v'), {}, {}, undefined, none],
  ['an argument of a module', {}, module({ given: { constant_value: value } }), inModule, undefined, written],
  ['a default of a module', {}, module({}, { default: value }), inModule, undefined, written],
  ['a part of a default through a module', {}, partOfDefault, inModule, parts('y'), written],
])('literal-secret is judged for %s', (_, resource, root, fields, given, risks) => {
  const instance = { actions: ['no-op'], before: endpoint(), after: endpoint(), ...fields };
  const changes = [{ after: endpoint({ secret: 'another-secret' }) }, {}];
  const variables = given === undefined ? {} : { v: { value: given } };
  const json = planJson(
    changes.map(more => endpointChange({ ...instance, ...more })),
    { ...configuration({ ...resource }, {}, { ...root }), variables },
  );
  const report = reportOn(json);
  expect(risksOf(report)).toEqual(risks);
  expect(JSON.stringify(report)).not.toContain(value);
});
