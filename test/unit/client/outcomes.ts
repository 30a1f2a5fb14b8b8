import type { HttpResponse, NoResponse } from '../../../src/client/http/exchange';

/** A response as the exchange gives it. */
export function answered(
  status: number,
  body: object | string = '',
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { kind: 'response', status, header: name => headers[name], body: { text } };
}

/** No response. `answering` says that a part of it has arrived. */
export function lost(
  cause: NoResponse['cause'],
  how: 'unsent' | 'sent' | 'answering' = 'unsent',
  code = 'E',
): NoResponse {
  return { kind: 'no response', cause, code, sent: how !== 'unsent', answering: how === 'answering' };
}
