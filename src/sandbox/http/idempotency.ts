import { ApiError } from './api-error';
import type { ApiResponse } from './request-and-response';

/** Responses by caller, operation and Idempotency-Key. They may contain a new key's value, so they stay in memory. */
export type IdempotentResponses = Map<string, { readonly body: string; readonly answer: ApiResponse }>;

/** Executes a POST once for each slot, unless it is refused. @throws {ApiError} 409 for another body */
export function answeredOnce(
  responses: IdempotentResponses,
  slot: string,
  body: string,
  perform: () => ApiResponse,
): ApiResponse {
  const known = responses.get(slot);
  if (known !== undefined && known.body !== body) {
    const message = 'An earlier request with this Idempotency-Key had another body.';
    throw new ApiError(409, 'idempotency_key_reused', message);
  }
  const answer = known?.answer ?? perform();
  responses.set(slot, { body, answer });
  return answer;
}
