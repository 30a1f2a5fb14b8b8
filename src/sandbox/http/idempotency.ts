import { createHash } from 'node:crypto';
import { ApiError } from './api-error';
import type { ApiResponse } from './exchange';

interface Remembered {
  readonly bodyDigest: string;
  readonly answer: ApiResponse;
}

/** Enough for every test and for days of use. Beyond it, the oldest entry is dropped. */
const capacity = 10_000;

/** Responses by Idempotency-Key. They may contain a new key's value, so they stay in memory. */
export class IdempotentResponses {
  readonly #remembered = new Map<string, Remembered>();

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
    const bodyDigest = createHash('sha256').update(body).digest('base64');
    const known = this.#remembered.get(slot);
    if (known === undefined) {
      const answer = perform();
      this.#remember(slot, { bodyDigest, answer });
      return answer;
    }
    if (known.bodyDigest === bodyDigest) return known.answer;
    throw new ApiError(
      409,
      'idempotency_key_reused',
      'An earlier request with this Idempotency-Key had another body.',
    );
  }

  clear(): void {
    this.#remembered.clear();
  }

  #remember(slot: string, remembered: Remembered): void {
    this.#remembered.set(slot, remembered);
    const oldest = this.#remembered.keys().next();
    if (this.#remembered.size > capacity && oldest.done !== true) this.#remembered.delete(oldest.value);
  }
}
