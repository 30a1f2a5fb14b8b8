import type { OperationName } from '../../client/contract/operations';

/** Who calls: the scopes it may use, `undefined` for an unrestricted key (paragraph 5.1). */
export interface Caller {
  readonly id: string;
  readonly scopes: readonly string[] | undefined;
}

/** One request to an operation, authenticated and read. */
export interface ApiRequest {
  /** The `{id}` of the path, or empty where the path has none. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  /** Raw text; empty when there is none. */
  readonly body: string;
  readonly caller: Caller;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined;
}

export type OperationHandler = (request: ApiRequest) => Answer;

/** Operations that take a bearer credential and speak JSON: all but those of the authorization server. */
export type ApiOperation = Exclude<OperationName, `oauth.${string}`>;

export function json(status: number, value: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

export const noContent: Answer = { status: 204, headers: {}, body: undefined };
