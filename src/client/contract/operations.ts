/**
 * The contract with the platform: every operation that this project calls. No other file contains a path.
 *
 * `documented` operations are in the platform's document, at the given paragraph. `assumed` ones are our reading
 * of what the document leaves open. If the real service differs, only this file changes.
 */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the base address. `{id}` stands for one percent-encoded path segment. */
  readonly path: string;
  readonly source: 'documented' | 'assumed';
  /** The documented paragraph, or the one that the assumption is based on. */
  readonly paragraph: string;
  /**
   * Required scope (paragraph 5.1). Absent if no documented scope covers the operation: it needs an unrestricted
   * key.
   */
  readonly scope?: string;
}

export const contract = {
  'webhooks.create': {
    method: 'POST',
    path: '/v1/webhooks',
    source: 'documented',
    paragraph: '4.1',
    scope: 'webhooks:manage',
  },
  'webhooks.list': {
    method: 'GET',
    path: '/v1/webhooks',
    source: 'assumed',
    paragraph: '4.1',
    scope: 'webhooks:manage',
  },
  'webhooks.get': {
    method: 'GET',
    path: '/v1/webhooks/{id}',
    source: 'assumed',
    paragraph: '4.1',
    scope: 'webhooks:manage',
  },
  'webhooks.update': {
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    source: 'assumed',
    paragraph: '4.1',
    scope: 'webhooks:manage',
  },
  'webhooks.delete': {
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    source: 'assumed',
    paragraph: '4.1',
    scope: 'webhooks:manage',
  },
  'tenants.list': {
    method: 'GET',
    path: '/v1/tenants',
    source: 'documented',
    paragraph: '4.2',
    scope: 'tenants:read',
  },
  'apiKeys.create': { method: 'POST', path: '/v1/api_keys', source: 'assumed', paragraph: '5.1' },
  'apiKeys.list': { method: 'GET', path: '/v1/api_keys', source: 'assumed', paragraph: '5.1' },
  'apiKeys.get': { method: 'GET', path: '/v1/api_keys/{id}', source: 'assumed', paragraph: '5.1' },
  'apiKeys.update': { method: 'PATCH', path: '/v1/api_keys/{id}', source: 'assumed', paragraph: '5.1' },
  'apiKeys.delete': { method: 'DELETE', path: '/v1/api_keys/{id}', source: 'assumed', paragraph: '5.1' },
  'oauth.authorize': { method: 'GET', path: '/oauth/authorize', source: 'documented', paragraph: '4.3' },
  'oauth.token': { method: 'POST', path: '/oauth/token', source: 'documented', paragraph: '4.4' },
} as const satisfies Record<string, Operation>;

export type OperationName = keyof typeof contract;

export const operationNames = Object.keys(contract).filter(isOperationName);

export function isOperationName(name: string): name is OperationName {
  return Object.hasOwn(contract, name);
}

/** Returns an operation with its optional fields visible to the compiler. */
export function operationOf(name: OperationName): Operation {
  return contract[name];
}
