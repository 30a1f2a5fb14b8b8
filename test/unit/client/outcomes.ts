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

/** Whatever an error may know. */
export const someFacts = {
  operation: 'webhooks.list',
  status: 409,
  id: 'wh_1',
  attempts: 5,
  address: 'api.example.com:443',
  code: 'ECONNREFUSED',
  seconds: 30,
  circumstance: 'it broke',
  credential: 'API key',
  fields: new Map([['url', 'Not reachable.']]),
  host: 'www.example.com',
  path: 'data',
  expected: 'a string',
  count: 40,
  declared: false,
  identity: { authUrl: 'https://auth.example.com', clientId: 'ci' },
  reason: 'Nobody is logged in',
} as const;
