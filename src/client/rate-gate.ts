import type { Clock } from './clock';

/** Every request of the process passes here, so that one 429 slows all of them. */
export interface RateGate {
  /** Waits for its turn; gives the time of admission. */
  admit(wait: (milliseconds: number) => Promise<void>): Promise<number>;
  /** A 429 came for the request admitted then: nobody starts before the pause ends, and then more slowly. */
  slowDown(admittedAt: number, pauseMilliseconds: number): void;
  /** An answer other than 429: the pace recovers a little. */
  speedUp(): void;
  /** Milliseconds between two starts at present. */
  readonly spacingMilliseconds: number;
}

const firstSpacing = 20;
const widestSpacing = 1000;
const narrowestSpacing = 2;
/** A 429 doubles the spacing, an answer shrinks it by a twentieth: fourteen answers make good for one 429. */
const recovery = 0.95;

/** @param leastSpacing milliseconds between two starts in any case; 0 for no limit of the caller's own. */
export function createRateGate(clock: Clock, leastSpacing = 0): RateGate {
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
        const start = Math.max(clock.now(), nextStart, pausedUntil);
        nextStart = start + spacing;
        if (start > clock.now()) await wait(start - clock.now());
        // A pause that began meanwhile holds for those already waiting too.
        if (pausedUntil <= clock.now()) return clock.now();
      }
    },
    slowDown(admittedAt, pauseMilliseconds) {
      pausedUntil = Math.max(pausedUntil, clock.now() + pauseMilliseconds);
      nextStart = Math.max(nextStart, pausedUntil);
      // Requests that were in flight together are turned away together: that is one sign, not many.
      if (admittedAt < slowedAt) return;
      slowedAt = clock.now();
      spacing = Math.min(Math.max(spacing * 2, firstSpacing), Math.max(widestSpacing, leastSpacing));
    },
    speedUp() {
      spacing = Math.max(spacing * recovery, leastSpacing);
      if (spacing < narrowestSpacing) spacing = leastSpacing;
    },
  };
}
