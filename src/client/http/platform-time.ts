import type { Answer } from './exchange';
import { httpDate } from './retry-after';

/** What the platform's clock showed at a moment of ours. */
export interface PlatformTime {
  /** Milliseconds since 1970 by the platform's clock, to half a second: its Date header has whole seconds. */
  readonly now: number;
  /** The moment, by `Clock.monotonic`. */
  readonly at: number;
}

/** The platform's clock, as the Date headers of its answers show it (RFC 9110, 6.6.1). */
export interface PlatformClock {
  /** @param began when the request went out and @param ended when its answer was whole, by `Clock.monotonic` */
  note(answer: Answer, began: number, ended: number): void;
  /** By the last answer; `undefined` while no answer has told it. */
  readonly latest: PlatformTime | undefined;
}

/** The header was written at some moment of the exchange: a long exchange does not replace a better one. */
const longestExchangeMilliseconds = 2000;
const halfSecond = 500;

export function createPlatformClock(): PlatformClock {
  let latest: PlatformTime | undefined;
  return {
    get latest() {
      return latest;
    },
    note(answer, began, ended) {
      const date = dateOf(answer);
      if (date === undefined) return;
      if (latest !== undefined && ended - began > longestExchangeMilliseconds) return;
      latest = { now: date + halfSecond, at: ended };
    },
  };
}

/** A cache's answer carries the date of its making (RFC 9111, 5.1), and a gateway's own failure the gateway's. */
function dateOf({ status, header }: Answer): number | undefined {
  if (status >= 500 || Number(header('age') ?? 0) !== 0) return undefined;
  return httpDate(header('date'));
}
