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
  /** Why there was no answer: its time-out, the connection's error code, or why the sandbox made no connection. */
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
  /** Why it was abandoned before its fifth attempt. */
  readonly reason?: string;
}

export interface EmittedEvent {
  readonly id: string;
  /** One for each active endpoint subscribed to the type, each after its first attempt. */
  readonly deliveries: readonly Delivery[];
}

/** What is sent for an event. All its deliveries share it, and it is dropped when none of them is pending. */
export interface Payload {
  readonly body: string;
  pending: number;
}

/** A delivery as the sandbox works on it. */
export interface DeliveryRecord {
  readonly event_id: string;
  readonly event_type: string;
  readonly webhook_id: string;
  state: Delivery['state'];
  attempts: DeliveryAttempt[];
  next_attempt_at: string | undefined;
  reason: string | undefined;
  /** Absent once the delivery is not pending any more. */
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

/** A delivery as others see it, without the body. */
export function shown(record: DeliveryRecord): Delivery {
  const { payload: _payload, next_attempt_at, reason, attempts, ...delivery } = record;
  return {
    ...delivery,
    attempts: [...attempts],
    ...(next_attempt_at === undefined ? {} : { next_attempt_at }),
    ...(reason === undefined ? {} : { reason }),
  };
}
