/** What an endpoint's block may differ in. */
interface EndpointFields {
  /** Below the receiver's address; the block's name unless given. */
  readonly path?: string | number;
  readonly event?: string;
  /** Variable that the secret comes from. */
  readonly secret?: string;
}

/** An endpoint whose secret is kept in the state. Endpoints of one path look the same, whatever their names. */
export const endpoint = (
  name: string,
  { path = name, event = 'alert.created', secret = 'signing' }: EndpointFields = {},
) => `resource "svc_webhook_endpoint" "${name}" {
  url    = "https://receiver.example/${path}"
  events = ["${event}"]
  secret = var.${secret}
}
`;

interface KeyFields {
  /** The key's own name; the block's unless given. */
  readonly called?: string;
  readonly scope?: string;
  /** Further arguments, as they stand in a configuration. */
  readonly more?: string;
}

export const key = (
  name: string,
  { called = name, scope = 'alerts:read', more = '' }: KeyFields = {},
) => `resource "svc_api_key" "${name}" {
  name      = "${called}"
  tenant_id = "ten_acme"
  scopes    = ["${scope}"]
  ${more}
}
`;

/** What other hands make on the platform: equal to the object of such a block. */
export const equalEndpoint = (path: string | number) => ({
  url: `https://receiver.example/${path}`,
  events: ['alert.created'],
});
export const equalKey = (name: string, scope = 'alerts:read') => ({
  name,
  tenant_id: 'ten_acme',
  scopes: [scope],
});
