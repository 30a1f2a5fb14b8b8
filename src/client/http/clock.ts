import { setTimeout as delay } from 'node:timers/promises';

/** Source of time for the client. Tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970, by the system clock, which users and NTP may set. */
  now(): number;
  /** Milliseconds by a monotonic clock. Use it to measure durations. */
  monotonic(): number;
  /** Resolves after this time. Rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, signal === undefined ? {} : { signal }),
};
