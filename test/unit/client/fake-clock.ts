import type { Clock } from '../../../src/client';

interface Sleeper {
  readonly wakesAt: number;
  wake(): void;
}

/** Time that a test moves, or that moves by itself as soon as somebody waits for it. */
export class FakeClock implements Clock {
  readonly waits: number[] = [];
  private time = Date.UTC(2026, 0, 1);
  private wallClockOffset = 0;
  private sleepers: Sleeper[] = [];

  constructor(private readonly mode: 'by hand' | 'by itself' = 'by itself') {}

  now(): number {
    return this.time + this.wallClockOffset;
  }

  /** As a person or NTP does. */
  setWallClock(milliseconds: number): void {
    this.wallClockOffset += milliseconds;
  }

  monotonic(): number {
    return this.time;
  }

  sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    this.waits.push(milliseconds);
    return new Promise((resolve, reject) => {
      if (signal?.aborted) reject(signal.reason);
      signal?.addEventListener('abort', () => reject(signal.reason));
      this.sleepers.push({ wakesAt: this.time + milliseconds, wake: resolve });
      if (this.mode === 'by itself') setImmediate(() => this.advance(milliseconds));
    });
  }

  advance(milliseconds: number): void {
    this.time += milliseconds;
    const awake = this.sleepers.filter(sleeper => sleeper.wakesAt <= this.time);
    this.sleepers = this.sleepers.filter(sleeper => sleeper.wakesAt > this.time);
    for (const sleeper of awake) sleeper.wake();
  }
}
