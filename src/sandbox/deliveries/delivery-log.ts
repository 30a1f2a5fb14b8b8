import { type Delivery, type DeliveryRecord, shown } from './delivery-record';

/** The bounds of what is remembered, so that a sandbox left running for weeks does not grow. */
export interface DeliveryBounds {
  /** Deliveries; beyond it the oldest that have ended are forgotten, then the oldest that wait. */
  readonly records: number;
  /** Characters of bodies that wait for their next attempt; the oldest delivery is abandoned beyond it. */
  readonly waitingCharacters: number;
}

export const usualBounds: DeliveryBounds = { records: 20_000, waitingCharacters: 50_000_000 };

/** The deliveries made and to be made. A body is kept only while an attempt with it is to come. */
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
    // An attempt may be under way still: what comes of it is to change nothing here.
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

  /** Ends a delivery, and lets go of its body. */
  settle(record: DeliveryRecord, state: 'delivered' | 'abandoned', reason?: string): void {
    const { payload } = record;
    record.state = state;
    record.reason = reason;
    record.next_attempt_at = undefined;
    record.payload = undefined;
    if (payload === undefined) return;
    payload.pending -= 1;
    if (payload.pending === 0) this.#characters -= payload.body.length;
  }

  /** Abandons the oldest waiting deliveries until the bodies of the others fit. */
  makeRoom(): void {
    const limit = this.#bounds.waitingCharacters;
    const reason = `The sandbox keeps ${limit} characters of undelivered bodies, and newer ones needed the room.`;
    for (const record of this.#records) {
      if (this.#characters <= limit) return;
      if (record.next_attempt_at !== undefined) this.settle(record, 'abandoned', reason);
    }
  }

  #forget(): void {
    this.#forgetOldest(({ state }) => state !== 'pending');
    if (this.#records.length <= this.#bounds.records) return;
    for (const record of this.#forgetOldest(({ next_attempt_at }) => next_attempt_at !== undefined))
      this.settle(record, 'abandoned', 'The sandbox has forgotten it for newer ones.');
  }

  /** Half as many as there is room for, so that most additions need not look through all. */
  #forgetOldest(matches: (record: DeliveryRecord) => boolean): ReadonlySet<DeliveryRecord> {
    const forgotten = new Set(this.#records.filter(matches).slice(0, Math.ceil(this.#bounds.records / 2)));
    this.#records = this.#records.filter(record => !forgotten.has(record));
    return forgotten;
  }
}
