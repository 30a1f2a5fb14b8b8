import { STATUS_CODES } from 'node:http';
import type { Dialect } from '../dialects/dialects';
import { type ApiError, errorBody } from './api-error';
import type { ApiResponse } from './exchange';

/** Returns the response to a request that is refused. */
export function refusal(error: ApiError, requestId: string, bodies: Dialect['errors']): ApiResponse {
  const { type, body } =
    bodies === 'problem' ? problem(error) : { type: 'application/json', body: errorBody(error, requestId) };
  if (bodies === 'empty') return { status: error.status, headers: error.headers, body: undefined };
  return { status: error.status, headers: { 'content-type': type, ...error.headers }, body };
}

/** RFC 9457, section 3: members beside the standard ones are allowed. A gateway in front has pages of its own. */
function problem({ status, message, details }: ApiError) {
  const title = STATUS_CODES[status] ?? '';
  if (status === 404)
    return { type: 'text/html', body: `<!doctype html><title>${title}</title><h1>${title}</h1>` };
  const errors = Object.entries(details.fields ?? {}).map(([field, detail]) => ({
    pointer: `#/${field}`,
    detail,
  }));
  const body = JSON.stringify({ type: 'about:blank', title, status, detail: message, errors });
  return { type: 'application/problem+json', body };
}
