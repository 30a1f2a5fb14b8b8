import { STATUS_CODES } from 'node:http';
import type { Dialect } from '../dialects/dialects';
import { type ApiError, errorBody } from './api-error';
import type { ApiResponse } from './exchange';

/** Returns the response to a request that is refused. */
export function refusal(error: ApiError, requestId: string, bodies: Dialect['errors']): ApiResponse {
  const { status, message, details, headers } = error;
  const title = STATUS_CODES[status] ?? '';
  const answer = (type: string, body: string) => ({
    status,
    headers: { 'content-type': type, ...headers },
    body,
  });
  if (bodies === 'empty') return { status, headers, body: undefined };
  if (bodies === 'assumed') return answer('application/json', errorBody(error, requestId));
  if (status === 404) return answer('text/html', `<!doctype html><title>${title}</title>`);
  const problem = { type: 'about:blank', title, status, detail: message, errors: details.fields };
  return answer('application/problem+json', JSON.stringify(problem));
}
