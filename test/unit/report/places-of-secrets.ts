import { makeSecret } from '../../harness/secrets/secrets';
import { configuration, endpoint, endpointChange, key, keyChange, planJson } from './plan-json';

/** The secret that a report on these plans must not show. */
export const secret = makeSecret('planted');
export const { value } = secret;
const quoted = JSON.stringify(value).slice(1, -1);

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

/** A key with the secret in its name. */
export const named = keyChange({ actions: ['create'], after: key({ name: `ci ${value}` }) });

const calledWith = (given: object | undefined, variable: object) => ({
  configuration: {
    root_module: {
      module_calls: {
        m: { expressions: given === undefined ? {} : { v: given }, module: { variables: { v: variable } } },
      },
    },
  },
});

/** Where a plan holds the secret, and the plan. */
export const placesOfSecrets: readonly (readonly [string, string])[] = [
  [
    'at a marked path',
    planJson([
      keyChange({ actions: ['create'], after: key({ name: value }), afterSensitive: { name: true } }),
    ]),
  ],
  [
    'in a marked list',
    planJson([
      keyChange({
        actions: ['create'],
        after: key({ scopes: [value] }),
        afterSensitive: { scopes: [true] },
      }),
    ]),
  ],
  [
    'before, where it is no longer marked',
    planJson([
      keyChange({
        actions: ['update'],
        before: key({ name: value }),
        after: key({ name: value }),
        beforeSensitive: { name: true },
        afterSensitive: {},
      }),
    ]),
  ],
  ['of a sensitive root variable, in a name', planJson([named], sensitiveVariable)],
  [
    'of another provider, in a name',
    planJson([otherProvider({ afterSensitive: { password: true }, beforeSensitive: {} }), named]),
  ],
  [
    'of the prior state, in a name',
    planJson([named], {
      prior_state: {
        values: {
          root_module: {
            child_modules: [{ resources: [{ values: { a: [value] }, sensitive_values: { a: [true] } }] }],
          },
        },
      },
    }),
  ],
  [
    'of an output, in a name',
    planJson([named], { output_changes: { o: { before: null, after: value, after_sensitive: true } } }),
  ],
  [
    'of a sensitive variable of a module, in a name',
    planJson([named], calledWith({ constant_value: value }, { sensitive: true })),
  ],
  [
    'of the default of a sensitive variable of a module, in a name',
    planJson([named], calledWith(undefined, { sensitive: true, default: value })),
  ],
  [
    'of a root variable that a sensitive variable of a module takes, in a name',
    planJson([named], {
      ...calledWith({ references: ['var.r'] }, { sensitive: true }),
      variables: { r: { value } },
    }),
  ],
  [
    'of an ephemeral variable of a module, in a name',
    planJson([named], calledWith({ constant_value: value }, { ephemeral: true })),
  ],
  [
    'of a root variable that is not marked and gives a secret, in a name',
    planJson([named], {
      ...configuration({
        address: 'svc_webhook_endpoint.p',
        type: 'svc_webhook_endpoint',
        expressions: { secret_wo: { references: ['var.r'] } },
      }),
      variables: { r: { value } },
    }),
  ],
  [
    'of a root variable that is not marked and gives the key of the provider, in a name',
    planJson([named], {
      ...configuration({}, { api_key: { references: ['var.r'] } }),
      variables: { r: { value } },
    }),
  ],
  [
    'of a deferred change, in a name',
    planJson([named], {
      deferred_changes: [
        {
          reason: 'provider_config_unknown',
          resource_change: otherProvider({ afterSensitive: { password: true } }),
        },
      ],
    }),
  ],
  [
    'in a key of for_each',
    planJson(
      [
        keyChange({
          actions: ['create'],
          after: key(),
          address: `svc_api_key.ci["${quoted.replaceAll('$', '')}"]`,
        }),
      ],
      sensitiveVariable,
    ),
  ],
  [
    'in a path of an address',
    planJson([
      endpointChange({ actions: ['create'], after: endpoint({ url: `https://a.example/${value}` }) }),
    ]),
  ],
  [
    'as a key that is not marked',
    planJson([keyChange({ actions: ['create'], after: key({ key: value }), afterSensitive: {} })]),
  ],
  [
    'as an unchanged secret of a drift',
    planJson([], {
      resource_drift: [
        endpointChange({
          actions: ['update'],
          before: endpoint({ secret: value }),
          after: endpoint({ secret: value, status: 'x' }),
          beforeSensitive: {},
          afterSensitive: {},
        }),
      ],
    }),
  ],
];
