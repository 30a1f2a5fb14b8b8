import { makeSecret } from '../../harness/secrets/secrets';

type Values = Readonly<Record<string, unknown>>;

/** A configuration, what its plan says, and the risks that the report names. */
export type LiteralSecretCase = readonly [
  name: string,
  resource: Values,
  restOfRootModule: Values,
  fieldsOfChange: Values,
  variables: Values,
  risks: readonly string[],
];

/** A block of an endpoint in a configuration. */
export const block = (expressions: object) => ({
  address: 'svc_webhook_endpoint.pager',
  type: 'svc_webhook_endpoint',
  expressions,
});

/** The risk of a secret that stands in the configuration. */
export const found = ['literal-secret: secret of pager.example stands in the configuration as plain text'];

/** The secret of all cases. */
export const { value } = makeSecret('literal');

/** The sensitive variable that gives the secret, with its default. */
export const variables = (standard: unknown) => ({
  variables: { signing: { default: standard, sensitive: true } },
});
