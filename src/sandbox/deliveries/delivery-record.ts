import type { Outcome } from './receivers';

/** An event to send. The platform sets the other fields of the envelope (paragraph 2.2). */
export interface EventRequest {
  readonly type: string;
  readonly tenant_id: string;
  /** The complete resource of the event type. Its shape is not documented. */
  readonly data?: object;
}

export interface DeliveryAttempt extends Outcome {
  /** ISO 8601 UTC time on the delivery clock. */
  readonly at: string;
}

/** The delivery of one event to one endpoint. */
export interface Delivery {
  readonly event_id: string;
  readonly event_type: string;
  readonly webhook_id: string;
  readonly state: 'pending' | 'delivered' | 'abandoned';
  readonly attempts: readonly DeliveryAttempt[];
  /** Time of the next attempt, while the delivery is pending. */
  readonly next_attempt_at?: string;
}

export interface EmittedEvent {
  readonly id: string;
  /** One for each active endpoint subscribed to the type, after its first attempt. */
  readonly deliveries: readonly Delivery[];
}

/** A delivery in the sandbox's own form, which changes. */
export type DeliveryRecord = { -readonly [Name in keyof Delivery]: Delivery[Name] };
