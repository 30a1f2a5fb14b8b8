import type { HttpResponse } from './exchange';
import { httpDate } from './retry-after';

/** The platform's time at one moment. */
export interface PlatformTime {
  /** Milliseconds since 1970 by the platform's clock, exact to half a second: the Date header has whole seconds. */
  readonly now: number;
  /** The same moment by `Clock.monotonic`. */
  readonly at: number;
}

const halfSecond = 500;

/** The platform's clock, taken from the Date headers of its responses (RFC 9110, 6.6.1). */
export class PlatformClock {
  /** Time of the last response; `undefined` before the first one. */
  latest: PlatformTime | undefined;

  /**
   * The server writes the header at an unknown moment of the exchange. So this clock is late by as much, at most: no key is
   * revoked early.
   *
   * @param ended when the response was complete, by `Clock.monotonic`
   */
  note({ status, header }: HttpResponse, ended: number): void {
    // A cached response has the date of its creation (RFC 9111, 5.1). A 5xx may have the gateway's date.
    if (status >= 500 || Number(header('age') ?? 0) !== 0) return;
    const date = httpDate(header('date'));
    if (date !== undefined) this.latest = { now: date + halfSecond, at: ended };
  }
}
