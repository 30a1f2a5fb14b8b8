/** The caller and its scopes; `undefined` for an unrestricted key (paragraph 5.1). */
export interface Caller {
  readonly id: string;
  readonly scopes: readonly string[] | undefined;
}

/** An authenticated request to one operation. */
export interface ApiRequest {
  /** The `{id}` of the path; empty if the path has none. */
  readonly id: string;
  readonly query: Readonly<Record<string, string>>;
  /** Raw text; empty if there is no body. It is read from Node.js's request: a web Request would cost more than the rest. */
  readonly body: string;
}

export interface ApiResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export type OperationHandler = (request: ApiRequest) => ApiResponse;

/** Returns a response with this status and body. 204 has no body. */
export function json(status: number, value: unknown): ApiResponse {
  if (status === 204) return noContent;
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(value) };
}

export const noContent: ApiResponse = { status: 204, headers: {}, body: undefined };
