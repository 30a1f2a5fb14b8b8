import { makeSecret } from '../../harness/secrets/secrets';
import { configuration, endpoint, endpointChange, key, keyChange, planJson, references } from './plan-json';

/** The secret that a report on these plans must not show. */
export const secret = makeSecret('planted');
export const { value } = secret;
const quoted = JSON.stringify(value).slice(1, -1).replaceAll('$', '');
const keyed = (block: string) => `svc_api_key.${block}["${quoted}"]`;

/** A plan's variable that holds the secret. */
export const sensitiveVariable = {
  ...configuration({}, {}, { variables: { v: { sensitive: true } } }),
  variables: { v: { value } },
};

const otherProvider = (marks: object) => ({
  ...keyChange({ actions: ['update'], before: { password: value }, after: { password: value }, ...marks }),
  type: 'random_password',
  address: 'random_password.p',
  provider_name: 'registry.terraform.io/hashicorp/random',
});

const created = (after: object, more: object = {}) =>
  keyChange({ actions: ['create'], after: key({ ...after }), ...more });
/** A key with the secret in its name. */
export const named = created({ name: `ci ${value}` });

const calledWith = (v: object | undefined, variable: object) =>
  configuration(
    {},
    {},
    { module_calls: { m: { expressions: { v }, module: { variables: { v: variable } } } } },
  );
const constant = { constant_value: value };
const fromRoot = references('var.r');
const root = { variables: { r: { value } } };
const outputs = { outputs: { o: { sensitive: true, value } } };
const standard = { sensitive: true, default: value };
const url = `https://a.example/${value}`;
const unmarked = { actions: ['update'], beforeSensitive: {}, afterSensitive: {} };
const wasMarked = { ...unmarked, before: key({ name: value }), beforeSensitive: { name: true } };
const drifted = endpointChange({
  ...unmarked,
  before: endpoint({ secret: value }),
  after: endpoint({ secret: value, status: 'x' }),
});
const inState = { values: { a: ['a', value] }, sensitive_values: { a: [false, true] } };
const state = (root_module: object) => ({ prior_state: { values: { root_module } } });
const beside = { address: 'svc_api_key.beside' };
const withSecret = block({ secret_wo: fromRoot });

function block(expressions: object) {
  return configuration({ address: 'svc_webhook_endpoint.p', type: 'svc_webhook_endpoint', expressions });
}

/** Plans that hold the secret elsewhere, too: each has a key with the secret in its name. */
const elsewhere: Readonly<Record<string, object>> = {
  'of a sensitive root variable': sensitiveVariable,
  'of the prior state': state({ child_modules: [{}, { resources: [inState] }] }),
  'of an output': { output_changes: { o: { before: null, after: value, after_sensitive: true } } },
  'of a former output': { output_changes: { o: { before: value, after: null, before_sensitive: true } } },
  'of an output of the state': { prior_state: { values: outputs } },
  'of a planned output': { planned_values: outputs },
  'of the default of a sensitive root variable': configuration({}, {}, { variables: { v: standard } }),
  'of a sensitive variable of a module': calledWith(constant, { sensitive: true }),
  'of the default of a sensitive variable of a module': calledWith(undefined, standard),
  'of a root variable that a sensitive variable of a module takes': {
    ...calledWith(fromRoot, { sensitive: true }),
    ...root,
  },
  'of an ephemeral variable of a module': calledWith(constant, { ephemeral: true }),
  'of a root variable that is not marked and gives a secret': { ...withSecret, ...root },
  'of a variable of which an expression makes a part': {
    ...block({ secret_wo: references('var.r.made') }),
    variables: { r: { value: { a: value } } },
  },
  'of a root variable that is not marked and gives the key of the provider': {
    ...configuration({}, { api_key: fromRoot }),
    ...root,
  },
  'of an action': { action_invocations: [{ config_values: { v: value }, config_sensitive: { v: true } }] },
  'of a drift of another provider': {
    resource_drift: [otherProvider({ afterSensitive: { password: true } })],
  },
};

/** Where a plan holds the secret, and the plan. */
export const placesOfSecrets: readonly (readonly [string, string])[] = [
  ...Object.entries(elsewhere).map(
    ([where, more]) => [`${where}, in a name`, planJson([named], { ...more })] as const,
  ),
  ['at a marked path', planJson([created({ name: value }, { afterSensitive: { name: true } })])],
  ['in a marked list', planJson([created({ scopes: [value] }, { afterSensitive: { scopes: [true] } })])],
  ['before, where it is no longer marked', planJson([created({ name: value }, wasMarked)])],
  [
    'of another provider, in a name',
    planJson([otherProvider({ afterSensitive: { password: true }, beforeSensitive: {} }), named]),
  ],
  [
    'of a deposed object that the plan leaves, in a name',
    planJson(
      [named, keyChange({ actions: ['no-op'], before: key(), after: key(), more: beside })],
      state({ resources: [{ ...inState, ...beside, deposed_key: 'a' }] }),
    ),
  ],
  ['in a key of for_each', planJson([created({}, { address: keyed('ci') })], sensitiveVariable)],
  [
    'in a key of for_each of a former address',
    planJson([created({}, { more: { previous_address: keyed('old') } })], sensitiveVariable),
  ],
  ['in a path of an address', planJson([endpointChange({ actions: ['create'], after: endpoint({ url }) })])],
  ['as a key that is not marked', planJson([created({ key: value }, { afterSensitive: {} })])],
  ['as a nested key', planJson([created({ r: { [value]: 1 }, m: [{ [value]: 1 }] })], sensitiveVariable)],
  ['as an unchanged secret of a drift', planJson([], { resource_drift: [drifted] })],
];
