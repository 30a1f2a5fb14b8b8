import { ApiError } from './api-error';
import type { ApiResponse } from './request-and-response';

/** Responses by Idempotency-Key. They may contain a new key's value, so they stay in memory. */
export class IdempotentResponses {
  readonly #remembered = new Map<string, { readonly body: string; readonly answer: ApiResponse }>();

  /**
   * Executes a POST at most once for each caller, operation and key. Refusals are not stored.
   * @throws {ApiError} 409 if the key was used with another body before
   */
  once(
    caller: string,
    operation: string,
    key: string,
    body: string,
    perform: () => ApiResponse,
  ): ApiResponse {
    const slot = JSON.stringify([caller, operation, key]);
    const known = this.#remembered.get(slot);
    if (known !== undefined && known.body !== body) {
      const message = 'An earlier request with this Idempotency-Key had another body.';
      throw new ApiError(409, 'idempotency_key_reused', message);
    }
    const answer = known?.answer ?? perform();
    this.#remembered.set(slot, { body, answer });
    return answer;
  }

  clear(): void {
    this.#remembered.clear();
  }
}
