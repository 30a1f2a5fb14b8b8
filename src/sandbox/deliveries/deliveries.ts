import { deliveryBody, signatureHeader, signatureOf } from '../../client/contract/signature';
import type { Identifiers } from '../collections/identifiers';
import type { Store } from '../store/store';
import type { DeliveryClock } from './delivery-clock';
import type { Delivery, DeliveryRecord, EmittedEvent, EventRequest } from './delivery-record';
import { post, type ReceiverOptions } from './receivers';

/**
 * The retry schedule of section 8, in milliseconds. The document names a fifth wait, and abandons a delivery after
 * five failed attempts. The first attempt is immediate, so the fifth wait is never used (assumed).
 */
const schedule = [5_000, 30_000, 300_000, 1_800_000];

interface DeliveryParts {
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly clock: DeliveryClock;
  readonly receivers: ReceiverOptions;
  readonly log: (line: string) => void;
}

/** Sends events to webhook endpoints, retries, and degrades endpoints (paragraphs 3.1 and 6.1, section 8). */
export class Deliveries {
  #records: DeliveryRecord[] = [];

  constructor(private readonly parts: DeliveryParts) {}

  /** Sends an event. Resolves after the first attempt to each endpoint. */
  async emit({ type, tenant_id, data = {} }: EventRequest): Promise<EmittedEvent> {
    const { store, identifiers, clock } = this.parts;
    const id = identifiers.identifier('evt');
    const body = deliveryBody({ id, type, created_at: timestamp(clock.now()), tenant_id, data });
    const subscribed = store.webhooks
      .all()
      .filter(({ status, events }) => status === 'active' && events.includes(type));
    const deliveries = subscribed.map(
      (webhook): DeliveryRecord => ({
        event_id: id,
        event_type: type,
        webhook_id: webhook.id,
        state: 'pending',
        attempts: [],
      }),
    );
    this.#records = [...this.#records, ...deliveries];
    await Promise.all(deliveries.map(delivery => clock.runNow(() => this.#attempt(delivery, body))));
    return { id, deliveries: deliveries.map(copy) };
  }

  all(): readonly Delivery[] {
    return this.#records.map(copy);
  }

  clear(): void {
    this.#records = [];
    this.parts.clock.clear();
  }

  async #attempt(delivery: DeliveryRecord, body: string): Promise<void> {
    const { store, clock, log, receivers } = this.parts;
    const webhook = store.webhooks.get(delivery.webhook_id);
    delete delivery.next_attempt_at;
    if (webhook?.status !== 'active') {
      delivery.state = 'abandoned';
      return;
    }
    const at = timestamp(clock.now());
    const headers = {
      'content-type': 'application/json',
      [signatureHeader]: signatureOf(webhook.secret, body),
    };
    const result = await post(webhook.url, headers, body, receivers);
    if (receivers.stopped.aborted) return;
    delivery.attempts = [...delivery.attempts, { at, ...result }];
    const outcome = result.status ?? result.failure;
    log(`delivery ${delivery.event_id} to ${webhook.id}, attempt ${delivery.attempts.length}: ${outcome}`);
    if (result.status !== undefined && result.status >= 200 && result.status < 300)
      delivery.state = 'delivered';
    else this.#retryOrAbandon(delivery, body);
  }

  #retryOrAbandon(delivery: DeliveryRecord, body: string): void {
    const { store, clock, log } = this.parts;
    const wait = schedule[delivery.attempts.length - 1];
    if (wait !== undefined) {
      const due = clock.now() + wait;
      delivery.next_attempt_at = timestamp(due);
      clock.schedule(due, () => this.#attempt(delivery, body));
      return;
    }
    delivery.state = 'abandoned';
    const webhook = store.webhooks.get(delivery.webhook_id);
    if (webhook?.status !== 'active') return;
    store.webhooks.change(webhook.id, { status: 'degraded' });
    log(`endpoint ${webhook.id} is degraded after ${delivery.attempts.length} failed attempts`);
  }
}

const copy = (delivery: Delivery): Delivery => ({ ...delivery });

function timestamp(time: number): string {
  return new Date(time).toISOString();
}
