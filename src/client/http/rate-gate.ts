import { longestPauseMilliseconds } from '../errors/pause';
import type { Clock } from './clock';

/** Admits every request of the process, so that one 429 slows all calls. */
export interface RateGate {
  /**
   * Waits until the request may start. Returns the time of admission, by `Clock.monotonic`.
   * @throws {PauseTooLong} during a pause that is longer than the longest wait
   */
  admit(wait: (milliseconds: number) => Promise<void>): Promise<number>;
  /**
   * Reports a 429 for the request admitted at that time. No request starts before the pause ends; later ones start
   * more slowly.
   */
  slowDown(admittedAt: number, pauseMilliseconds: number): void;
  /** Reports a response other than 429: the spacing shrinks a little. */
  speedUp(): void;
  /** Current time between two starts, in milliseconds. */
  readonly spacingMilliseconds: number;
}

/** The platform asks for a pause that is longer than the longest wait. */
export class PauseTooLong extends Error {
  override readonly name = 'PauseTooLong';

  constructor(readonly milliseconds: number) {
    super('the requested pause is too long');
  }
}

const firstSpacing = 20;
const widestSpacing = 1000;
const narrowestSpacing = 2;
/** A 429 doubles the spacing and each other response shrinks it by 5 %: fourteen responses undo one 429. */
const recovery = 0.95;

/** @param leastSpacing minimum of milliseconds between two starts; 0 for no limit */
export function createRateGate(clock: Clock, leastSpacing = 0): RateGate {
  // Monotonic: a user, or NTP, may set the system clock back by an hour.
  const now = () => clock.monotonic();
  let pausedUntil = 0;
  let nextStart = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  let spacing = leastSpacing;
  return {
    get spacingMilliseconds() {
      return spacing;
    },
    async admit(wait) {
      for (;;) {
        const pause = pausedUntil - now();
        if (pause > longestPauseMilliseconds) throw new PauseTooLong(pause);
        const start = Math.max(now(), nextStart, pausedUntil);
        nextStart = start + spacing;
        if (start > now()) await wait(start - now());
        // Check again: a pause that began during the wait applies to this request, too.
        if (pausedUntil <= now()) return now();
      }
    },
    slowDown(admittedAt, pauseMilliseconds) {
      pausedUntil = Math.max(pausedUntil, now() + pauseMilliseconds);
      nextStart = Math.max(nextStart, pausedUntil);
      // Requests in flight at the same time get their 429s together. They count as one.
      if (admittedAt < slowedAt) return;
      slowedAt = now();
      spacing = Math.min(Math.max(spacing * 2, firstSpacing), Math.max(widestSpacing, leastSpacing));
    },
    speedUp() {
      spacing = Math.max(spacing * recovery, leastSpacing);
      if (spacing < narrowestSpacing) spacing = leastSpacing;
    },
  };
}
