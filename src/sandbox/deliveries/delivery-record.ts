/** An event to send. The platform sets the other fields of the envelope (paragraph 2.2). */
export interface EventRequest {
  readonly type: string;
  readonly tenant_id: string;
  /** The complete resource of the event type. Its shape is not documented. */
  readonly data?: object;
}

export interface DeliveryAttempt {
  /** ISO 8601 UTC time on the delivery clock. */
  readonly at: string;
  /** Status of the receiver's response; absent if there was none. */
  readonly status?: number;
  /** Reason for a missing response: a time-out, an error code, or a refusal by the sandbox to connect. */
  readonly failure?: string;
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
  /** Why the delivery was abandoned before its fifth attempt. */
  readonly reason?: string;
}

export interface EmittedEvent {
  readonly id: string;
  /** One for each active endpoint subscribed to the type, after its first attempt. */
  readonly deliveries: readonly Delivery[];
}

/** Body of an event. Its deliveries share it. It is released when none of them is pending. */
export interface Payload {
  readonly body: string;
  pending: number;
}

/** A delivery in the sandbox's own form, which changes. */
export interface DeliveryRecord {
  readonly event_id: string;
  readonly event_type: string;
  readonly webhook_id: string;
  state: Delivery['state'];
  attempts: DeliveryAttempt[];
  next_attempt_at: string | undefined;
  reason: string | undefined;
  /** Absent once the delivery is no longer pending. */
  payload: Payload | undefined;
}

export function newDelivery(
  event: Pick<Delivery, 'event_id' | 'event_type'>,
  webhook_id: string,
  payload: Payload,
): DeliveryRecord {
  const unsent = { next_attempt_at: undefined, reason: undefined };
  return { ...event, webhook_id, state: 'pending', attempts: [], ...unsent, payload };
}

/** Returns the public form of a delivery, without the body. */
export function shown(record: DeliveryRecord): Delivery {
  const { payload: _payload, next_attempt_at, reason, attempts, ...delivery } = record;
  return {
    ...delivery,
    attempts: [...attempts],
    ...(next_attempt_at === undefined ? {} : { next_attempt_at }),
    ...(reason === undefined ? {} : { reason }),
  };
}
