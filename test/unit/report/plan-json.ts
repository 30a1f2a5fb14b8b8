/** Builds the JSON of plans, as `terraform show -json` prints it. */
type Values = Readonly<Record<string, unknown>>;

export interface ChangeFields {
  readonly address?: string;
  readonly actions: readonly string[];
  readonly before?: Values | null;
  readonly after?: Values | null;
  readonly unknown?: unknown;
  readonly beforeSensitive?: unknown;
  readonly afterSensitive?: unknown;
  /** Further members of the entry, such as `action_reason`. */
  readonly more?: Values;
  /** Further members of its `change`, such as `importing`. */
  readonly moreOfChange?: Values;
}

const change =
  (type: string, name: string) =>
  ({ address, actions, before, after, unknown = {}, more, ...rest }: ChangeFields): Values => ({
    address: address ?? `${type}.${name}`,
    mode: 'managed',
    type,
    provider_name: 'registry.terraform.io/svc/svc',
    ...more,
    change: {
      actions,
      before: before ?? null,
      after: after ?? null,
      after_unknown: unknown,
      before_sensitive: rest.beforeSensitive ?? { key: true, secret: true },
      after_sensitive: rest.afterSensitive ?? { key: true, secret: true },
      ...rest.moreOfChange,
    },
  });

export const keyChange = change('svc_api_key', 'ci');
export const endpointChange = change('svc_webhook_endpoint', 'pager');

/** A key in a state; `undefined` removes an attribute. */
export const key = (fields: Values = {}): Values => ({
  id: 'key_1',
  name: 'ci',
  tenant_id: 'ten_acme',
  scopes: ['alerts:read'],
  unrestricted: null,
  environment: 'test',
  previous_id: null,
  rotation: null,
  ...fields,
});

export const endpoint = (fields: Values = {}): Values => ({
  id: 'wh_1',
  url: 'https://pager.example/token-of-the-receiver',
  events: ['alert.created', 'incident.created'],
  status: 'active',
  on_degraded: 'warn',
  secret: null,
  secret_wo_version: 1,
  ...fields,
});

export const planJson = (changes: readonly Values[], more: Values = {}): string =>
  JSON.stringify({ format_version: '1.2', terraform_version: '1.11.4', resource_changes: changes, ...more });

/** An expression that refers to these. */
export const references = (...names: readonly string[]) => ({ references: names });

/** The configuration of one block, with the provider block that it uses. */
export const configuration = (block: Values, provider: Values = {}, root: Values = {}): Values => ({
  configuration: {
    provider_config: {
      svc: { name: 'svc', full_name: 'registry.terraform.io/svc/svc', expressions: provider },
    },
    root_module: { resources: [{ provider_config_key: 'svc', ...block }], ...root },
  },
});
