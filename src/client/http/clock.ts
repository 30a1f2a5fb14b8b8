import { setTimeout as delay } from 'node:timers/promises';

/** Time as the client sees it; tests hand in their own. */
export interface Clock {
  /** Milliseconds since 1970, by the machine's clock, which people and NTP set. */
  now(): number;
  /** Milliseconds since some moment, by a clock that nobody sets: for whatever measures how long something takes. */
  monotonic(): number;
  /** Resolves after so many milliseconds; rejects when the signal aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: (milliseconds, signal) => delay(milliseconds, undefined, signal === undefined ? {} : { signal }),
};
