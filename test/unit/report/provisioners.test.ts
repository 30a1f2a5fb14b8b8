import { expect, it } from 'vitest';
import { configuration, key, keyChange, planJson } from './plan-json';
import { reportOn } from './report-on';

const held = 'svc_test_heldheldheldheldheldheldheldheld';
const references = (...names: readonly string[]) => ({ references: names });
const ofKey = references('svc_api_key.ci["a"].key', 'svc_api_key.ci["a"]', 'svc_api_key.ci');

it.each<[what: string, expression: object, ...expected: string[]]>([
  ['the key of its own resource', references('self.key', 'self'), 'critical secret-shown'],
  ['its own resource', references('self'), 'critical secret-shown'],
  ['the key of another one', ofKey, 'critical secret-shown'],
  ['a key as it stands', { constant_value: `echo ${held}` }, 'critical secret-shown'],
  ['an id', references('self.id', 'self'), 'medium provisioner-runs'],
  ['a key, in a plan that runs none', ofKey],
])('a provisioner that is given %s', (_, expression, ...expected) => {
  const provisioners = [{ type: 'local-exec', expressions: { environment: expression } }];
  const of = { address: 'svc_api_key.ci', type: 'svc_api_key', provisioners };
  const actions = expected.length === 0 ? ['update'] : ['create'];
  const changes = [keyChange({ actions, before: key({ key: held }), after: key() })];
  const { risks } = reportOn(planJson(changes, configuration(of)));
  const found = risks.filter(({ name }) => ['secret-shown', 'provisioner-runs'].includes(name));
  expect(found.map(({ severity, name }) => `${severity} ${name}`)).toEqual(expected);
});

it.each([
  ['input', 'secret-shown'],
  ['output', 'secret-shown'],
  ['id', 'provisioner-runs'],
])('a provisioner of a terraform_data that was given a key reads its %s', (attribute, expected) => {
  const command = references(`self.${attribute}`, 'self');
  const of = {
    address: 'terraform_data.x',
    type: 'terraform_data',
    expressions: { input: references('svc_api_key.ci.key', 'svc_api_key.ci') },
    provisioners: [{ type: 'local-exec', expressions: { command } }],
  };
  const block = { address: 'svc_api_key.ci', type: 'svc_api_key' };
  const data = { ...of, change: { actions: ['create'], before: null, after: {} } };
  const json = planJson([data], { configuration: { root_module: { resources: [block, of] } } });
  const { risks } = reportOn(json);
  expect(risks.map(({ name }) => name)).toContain(expected);
});
