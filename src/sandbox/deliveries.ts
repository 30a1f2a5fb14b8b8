import type { DeliveryClock } from './delivery-clock';
import type { Identifiers } from './identifiers';
import { signature } from './signature';
import type { Store, StoredWebhook } from './store';

/** An event to be sent; the envelope's other fields are the platform's (paragraph 2.2). */
export interface EventRequest {
  readonly type: string;
  readonly tenant_id: string;
  /** The full resource object of the event type; its shape is not documented. */
  readonly data?: object;
}

export interface DeliveryAttempt {
  /** ISO 8601 UTC time on the delivery clock. */
  readonly at: string;
  /** Status of the receiver's answer; absent when there was none. */
  readonly status?: number;
  /** Why there was no answer: its time-out, or the connection's error code. */
  readonly failure?: string;
}

/** One event on its way to one endpoint. */
export interface Delivery {
  readonly event_id: string;
  readonly event_type: string;
  readonly webhook_id: string;
  readonly state: 'pending' | 'delivered' | 'abandoned';
  readonly attempts: readonly DeliveryAttempt[];
  /** When it is tried again, while it is pending. */
  readonly next_attempt_at?: string;
}

export interface EmittedEvent {
  readonly id: string;
  /** One for each active endpoint subscribed to the type, each after its first attempt. */
  readonly deliveries: readonly Delivery[];
}

/**
 * The retry schedule of section 8 in milliseconds. The document names five waits and abandons after five failed
 * attempts; the first attempt is made at once, so the last wait is never reached (assumed).
 */
const schedule = [5_000, 30_000, 300_000, 1_800_000, 7_200_000];
const attemptsBeforeAbandonment = 5;

interface PendingDelivery {
  readonly event_id: string;
  readonly event_type: string;
  readonly webhook_id: string;
  readonly body: string;
  state: Delivery['state'];
  attempts: DeliveryAttempt[];
  next_attempt_at: string | undefined;
}

interface DeliveryParts {
  readonly store: Store;
  readonly identifiers: Identifiers;
  readonly clock: DeliveryClock;
  readonly timeoutSeconds: number;
  readonly log: (line: string) => void;
}

/** Sends events to webhook endpoints, retries, and degrades endpoints (paragraphs 3.1 and 6.1, section 8). */
export class Deliveries {
  readonly #parts: DeliveryParts;
  #deliveries: PendingDelivery[] = [];
  readonly #stopped = new AbortController();

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
  }

  /** Sends an event; resolves when the first attempt to each endpoint has been made. */
  async emit({ type, tenant_id, data = {} }: EventRequest): Promise<EmittedEvent> {
    const { store, identifiers, clock } = this.#parts;
    const id = identifiers.identifier('evt');
    const body = JSON.stringify({ id, type, created_at: timestamp(clock.now()), tenant_id, data });
    const subscribed = store.webhooks
      .all()
      .filter(({ status, events }) => status === 'active' && events.includes(type));
    const deliveries = subscribed.map(webhook => newDelivery(id, type, webhook.id, body));
    this.#deliveries.push(...deliveries);
    await Promise.all(deliveries.map(delivery => clock.runNow(() => this.#attempt(delivery))));
    return { id, deliveries: deliveries.map(shown) };
  }

  all(): readonly Delivery[] {
    return this.#deliveries.map(shown);
  }

  clear(): void {
    this.#deliveries = [];
    this.#parts.clock.clear();
  }

  /** Gives up what is in flight. */
  stop(): void {
    this.clear();
    this.#stopped.abort();
  }

  async #attempt(delivery: PendingDelivery): Promise<void> {
    const { store, clock, log } = this.#parts;
    const webhook = store.webhooks.get(delivery.webhook_id);
    delivery.next_attempt_at = undefined;
    if (webhook?.status !== 'active') {
      delivery.state = 'abandoned';
      return;
    }
    const at = timestamp(clock.now());
    const result = await this.#send(webhook, delivery.body);
    if (this.#stopped.signal.aborted) return;
    delivery.attempts.push({ at, ...result });
    const outcome = result.status ?? result.failure;
    log(`delivery ${delivery.event_id} to ${webhook.id}, attempt ${delivery.attempts.length}: ${outcome}`);
    if (result.status !== undefined && result.status >= 200 && result.status < 300)
      delivery.state = 'delivered';
    else this.#retryOrAbandon(delivery);
  }

  #retryOrAbandon(delivery: PendingDelivery): void {
    const { clock } = this.#parts;
    const failed = delivery.attempts.length;
    const wait = schedule[failed - 1];
    if (failed >= attemptsBeforeAbandonment || wait === undefined) {
      this.#abandon(delivery);
      return;
    }
    const due = clock.now() + wait;
    delivery.next_attempt_at = timestamp(due);
    clock.schedule(due, () => this.#attempt(delivery));
  }

  #abandon(delivery: PendingDelivery): void {
    const { store, log } = this.#parts;
    delivery.state = 'abandoned';
    const webhook = store.webhooks.get(delivery.webhook_id);
    if (webhook?.status !== 'active') return;
    store.webhooks.replace({ ...webhook, status: 'degraded' });
    log(`endpoint ${webhook.id} is degraded after ${attemptsBeforeAbandonment} failed attempts`);
  }

  async #send({ url, secret }: StoredWebhook, body: string): Promise<{ status?: number; failure?: string }> {
    const timeout = AbortSignal.timeout(this.#parts.timeoutSeconds * 1000);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-svc-signature-256': signature(secret, body) },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([timeout, this.#stopped.signal]),
      });
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      return { failure: timeout.aborted ? 'timed out' : failureCode(error) };
    }
  }
}

function newDelivery(
  event_id: string,
  event_type: string,
  webhook_id: string,
  body: string,
): PendingDelivery {
  return {
    event_id,
    event_type,
    webhook_id,
    body,
    state: 'pending',
    attempts: [],
    next_attempt_at: undefined,
  };
}

function shown({ body: _body, next_attempt_at, attempts, ...delivery }: PendingDelivery): Delivery {
  return {
    ...delivery,
    attempts: [...attempts],
    ...(next_attempt_at === undefined ? {} : { next_attempt_at }),
  };
}

function timestamp(time: number): string {
  return new Date(time).toISOString();
}

/** fetch wraps the socket's error; its own message says only that it failed. */
function failureCode(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  if (cause instanceof Error && 'code' in cause && typeof cause.code === 'string') return cause.code;
  return 'no answer';
}
