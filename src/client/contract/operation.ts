import type { knownScopes } from './catalogue';

/** One operation of the platform's API, as defined by the contract. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the base address. `{id}` stands for one percent-encoded path segment. */
  readonly path: string;
  /** `assumed`: our reading of a gap in the document. Where the real service differs: ADDING-A-RESOURCE.md. */
  readonly source: 'documented' | 'assumed';
  /** The documented paragraph, or the one that the assumption is based on. */
  readonly paragraph: string;
  /** Required scope (paragraph 5.1). Absent: no documented one covers the operation, so it needs an unrestricted key. */
  readonly scope?: Scope;
}

export type Scope = (typeof knownScopes)[number];

/** The operations of a collection with create, update and delete. */
export type Verb = 'create' | 'list' | 'get' | 'update' | 'delete';

interface CollectionPaths extends Pick<Operation, 'paragraph' | 'scope'> {
  /** Operations that the platform's document shows. @default none: all are assumed */
  readonly documented?: readonly Verb[];
}

/**
 * Returns the operations of a collection at its usual paths. If the platform has another path or scope for an
 * operation, the collection's file replaces that operation: `{ ...operationsAt(…), list: { … } }`.
 */
export function operationsAt(
  path: string,
  { documented = [], ...terms }: CollectionPaths,
): Readonly<Record<Verb, Operation>> {
  const operation = (verb: Verb, method: Operation['method'], below = ''): Operation => {
    const source = documented.includes(verb) ? 'documented' : 'assumed';
    return { method, path: path + below, source, ...terms };
  };
  return {
    create: operation('create', 'POST'),
    list: operation('list', 'GET'),
    get: operation('get', 'GET', '/{id}'),
    update: operation('update', 'PATCH', '/{id}'),
    delete: operation('delete', 'DELETE', '/{id}'),
  };
}
