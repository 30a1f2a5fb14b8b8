import type { knownScopes } from './catalogue';

/** One call of the platform's API, as the contract has it. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Path below the base address; `{id}` stands for one percent-encoded path segment. */
  readonly path: string;
  /**
   * `documented` operations stand in the platform's document; `assumed` ones are our reading of what it leaves open.
   * If the real service differs, the file of the collection changes and nothing else.
   */
  readonly source: 'documented' | 'assumed';
  /** Where it is documented, or on which part of the document the assumption builds. */
  readonly paragraph: string;
  /** Scope that covers it (paragraph 5.1). Absent: no documented scope does, so it takes an unrestricted key. */
  readonly scope?: Scope;
}

export type Scope = (typeof knownScopes)[number];

/** The operations on a collection whose objects are created, changed and deleted. */
export type Verb = 'create' | 'list' | 'get' | 'update' | 'delete';

interface CollectionPaths extends Pick<Operation, 'paragraph' | 'scope'> {
  /** Operations that the platform's document shows. @default none: all are assumed */
  readonly documented?: readonly Verb[];
}

/**
 * The operations of a collection at its usual paths. Where the platform has another path or scope for one of them,
 * the collection's file replaces that operation: `{ ...operationsAt(…), list: { … } }`.
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
