import { type Delivery, type DeliveryRecord, shown } from './delivery-record';

/** Limits of the log, so that a sandbox that runs for weeks does not grow. */
export interface DeliveryBounds {
  /** Maximum of deliveries. Beyond it, the log drops the oldest that have ended, then the oldest that wait. */
  readonly records: number;
  /** Maximum of characters in bodies that wait for their next attempt. Beyond it, the oldest delivery is abandoned. */
  readonly waitingCharacters: number;
}

export const usualBounds: DeliveryBounds = { records: 20_000, waitingCharacters: 50_000_000 };

/** Past and pending deliveries. A body is kept only while another attempt needs it. */
export class DeliveryLog {
  readonly #bounds: DeliveryBounds;
  #records: DeliveryRecord[] = [];
  #characters = 0;

  constructor(bounds: DeliveryBounds) {
    this.#bounds = bounds;
  }

  all(): readonly Delivery[] {
    return this.#records.map(shown);
  }

  clear(): void {
    // Without this, an attempt in flight would still change the cleared log.
    for (const record of this.#records) record.payload = undefined;
    this.#records = [];
    this.#characters = 0;
  }

  add(records: readonly DeliveryRecord[]): void {
    for (const { payload } of records) {
      if (payload === undefined) continue;
      if (payload.pending === 0) this.#characters += payload.body.length;
      payload.pending += 1;
    }
    this.#records.push(...records);
    if (this.#records.length > this.#bounds.records) this.#forget();
  }

  /** Ends a delivery and releases its body. */
  finish(record: DeliveryRecord, state: 'delivered' | 'abandoned', reason?: string): void {
    const { payload } = record;
    record.state = state;
    record.reason = reason;
    record.next_attempt_at = undefined;
    record.payload = undefined;
    if (payload === undefined) return;
    payload.pending -= 1;
    if (payload.pending === 0) this.#characters -= payload.body.length;
  }

  /** Abandons the oldest waiting deliveries until the other bodies fit the limit. */
  makeRoom(): void {
    const limit = this.#bounds.waitingCharacters;
    const reason =
      `The sandbox keeps at most ${limit} characters of undelivered bodies. Newer bodies exceeded that ` +
      'limit.';
    for (const record of this.#records) {
      if (this.#characters <= limit) return;
      if (record.next_attempt_at !== undefined) this.finish(record, 'abandoned', reason);
    }
  }

  #forget(): void {
    this.#forgetOldest(({ state }) => state !== 'pending');
    if (this.#records.length <= this.#bounds.records) return;
    for (const record of this.#forgetOldest(({ next_attempt_at }) => next_attempt_at !== undefined))
      this.finish(record, 'abandoned', 'The sandbox dropped it in favour of newer deliveries.');
  }

  /** Drops half of the maximum at once, so that most additions do not search the log. */
  #forgetOldest(matches: (record: DeliveryRecord) => boolean): ReadonlySet<DeliveryRecord> {
    const forgotten = new Set(this.#records.filter(matches).slice(0, Math.ceil(this.#bounds.records / 2)));
    this.#records = this.#records.filter(record => !forgotten.has(record));
    return forgotten;
  }
}
