import { STATUS_CODES } from 'node:http';
import { ApiError, errorBody } from '../http/api-error';
import type { ApiResponse } from '../http/request-and-response';
import type { FaultEffect, RegisteredFault } from './faults';
import { pause } from './pause';

/**
 * Executes a request under a fault.
 * @param perform executes the request and returns its response. A refusal is a response, too
 * @param clientLeft aborts when the client disconnects
 * @returns undefined for a lost connection
 */
export async function underFault(
  { fault: { effect }, reach, lift }: RegisteredFault,
  requestId: string,
  perform: () => Promise<ApiResponse>,
  clientLeft: AbortSignal,
): Promise<ApiResponse | undefined> {
  const answer = effect.kind.endsWith('-after') ? await perform() : undefined;
  reach();
  switch (effect.kind) {
    case 'status':
    case 'status-after':
      return statusResponse(effect, requestId);
    case 'drop-before':
    case 'drop-after':
      return undefined;
    case 'hang-before':
    case 'hang-after':
      await pause(undefined, AbortSignal.any([lift.signal, clientLeft]));
      return answer ?? (clientLeft.aborted ? undefined : perform());
  }
}

type StatusEffect = Extract<FaultEffect, { kind: 'status' | 'status-after' }>;

function statusResponse({ status, body, headers = {} }: StatusEffect, requestId: string): ApiResponse {
  if (typeof body === 'string') return { status, headers, body };
  const error = new ApiError(
    status,
    (STATUS_CODES[status] ?? 'fault').toLowerCase().replaceAll(' ', '_'),
    'The sandbox sent this response because of a fault that was set.',
  );
  const text = body === undefined ? errorBody(error, requestId) : JSON.stringify(body);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: text };
}
