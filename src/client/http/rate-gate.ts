import { longestPauseMilliseconds } from '../errors/pause';
import type { Clock } from './clock';

/** Every request of the process passes here, so that one 429 slows all of them. */
export interface RateGate {
  /**
   * Waits for its turn; gives the time of admission, by `Clock.monotonic`.
   * @throws {PauseTooLong} during a pause that nobody waits for
   */
  admit(wait: (milliseconds: number) => Promise<void>): Promise<number>;
  /** A 429 came for the request admitted then: nobody starts before the pause ends, and then more slowly. */
  slowDown(admittedAt: number, pauseMilliseconds: number): void;
  /** An answer other than 429: the pace recovers a little. */
  speedUp(): void;
  /** Milliseconds between two starts at present. */
  readonly spacingMilliseconds: number;
}

/** The platform wants to be left alone for longer than anybody waits. */
export class PauseTooLong extends Error {
  override readonly name = 'PauseTooLong';

  constructor(readonly milliseconds: number) {
    super('the pause is too long to be waited for');
  }
}

const firstSpacing = 20;
const widestSpacing = 1000;
const narrowestSpacing = 2;
/** A 429 doubles the spacing, an answer shrinks it by a twentieth: fourteen answers make good for one 429. */
const recovery = 0.95;

/** @param leastSpacing milliseconds between two starts in any case; 0 for no limit of the caller's own. */
export function createRateGate(clock: Clock, leastSpacing = 0): RateGate {
  // A person, or NTP, may set the other clock back by an hour.
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
        // A pause that began meanwhile holds for those already waiting too.
        if (pausedUntil <= now()) return now();
      }
    },
    slowDown(admittedAt, pauseMilliseconds) {
      pausedUntil = Math.max(pausedUntil, now() + pauseMilliseconds);
      nextStart = Math.max(nextStart, pausedUntil);
      // Requests that were in flight together are turned away together: that is one sign, not many.
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
