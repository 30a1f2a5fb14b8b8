import { longestPauseMilliseconds } from '../errors/failed-call';
import type { Clock } from './clock';

const firstSpacing = 20;
const widestSpacing = 1000;
const narrowestSpacing = 2;
/** A 429 doubles the spacing and each other response shrinks it by 5 %: fourteen responses undo one 429. */
const recovery = 0.95;

/** Admits every request of a client, and each provider block has its own: all calls wait after one 429, as long as its Retry-After asks. */
export class RateGate {
  /** Current time between two starts, in milliseconds. */
  spacingMilliseconds: number;
  private pausedUntil = 0;
  private nextStart = 0;
  private slowedAt = Number.NEGATIVE_INFINITY;

  /**
   * @param clock its monotonic time counts: a user, or NTP, may set the system clock back by an hour
   * @param leastSpacing minimum of milliseconds between two starts; 0 for no limit
   */
  constructor(
    private readonly clock: Clock,
    private readonly leastSpacing = 0,
  ) {
    this.spacingMilliseconds = leastSpacing;
  }

  /** Returns the time of admission, by `Clock.monotonic`. @param tooLong the error during a pause that is too long */
  async admit(
    wait: (milliseconds: number) => Promise<void>,
    tooLong: (pauseMilliseconds: number) => Error,
  ): Promise<number> {
    const now = () => this.clock.monotonic();
    for (;;) {
      const pause = this.pausedUntil - now();
      if (pause > longestPauseMilliseconds) throw tooLong(pause);
      const start = Math.max(now(), this.nextStart, this.pausedUntil);
      this.nextStart = start + this.spacingMilliseconds;
      if (start > now()) await wait(start - now());
      // Check again: a pause that began during the wait applies to this request, too.
      if (this.pausedUntil <= now()) return now();
    }
  }

  /** Reports a limit for the request admitted then: none starts before the pause ends, later ones more slowly. */
  slowDown(admittedAt: number, pauseMilliseconds: number): void {
    const { leastSpacing, spacingMilliseconds } = this;
    const now = this.clock.monotonic();
    this.pausedUntil = Math.max(this.pausedUntil, now + pauseMilliseconds);
    this.nextStart = Math.max(this.nextStart, this.pausedUntil);
    // Requests in flight at the same time get their 429s together. They count as one.
    if (admittedAt < this.slowedAt) return;
    this.slowedAt = now;
    const wider = Math.max(spacingMilliseconds * 2, firstSpacing);
    this.spacingMilliseconds = Math.min(wider, Math.max(widestSpacing, leastSpacing));
  }

  /** Reports a response other than 429: the spacing shrinks a little. */
  speedUp(): void {
    const narrower = Math.max(this.spacingMilliseconds * recovery, this.leastSpacing);
    this.spacingMilliseconds = narrower < narrowestSpacing ? this.leastSpacing : narrower;
  }
}
