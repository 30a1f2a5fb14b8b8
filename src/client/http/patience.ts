import type { OperationName } from '../contract/operations';
import { PlatformError } from '../errors';
import type { Settings } from './settings';

const longestWaitMilliseconds = 10_000;
const [firstPause, lastPause] = [250, 2000];

/**
 * Asks again for what reads show late. Its time is one for all that ask, and begins with the first: a thousand young objects that
 * are gone must not wait a thousand times.
 */
export class Patience {
  private end: number | undefined;

  constructor(private readonly source: Pick<Settings, 'clock' | 'signal'>) {}

  /** Undefined if no answer came in time. @throws {PlatformError<'Cancelled'>} */
  async until<T>(operation: OperationName, ask: () => Promise<T | undefined>): Promise<T | undefined> {
    const { clock, signal } = this.source;
    this.end ??= clock.monotonic() + longestWaitMilliseconds;
    for (let pause = firstPause; clock.monotonic() < this.end; pause = Math.min(pause * 2, lastPause)) {
      await clock.sleep(Math.min(pause, this.end - clock.monotonic()), signal).catch(() => {
        throw new PlatformError('Cancelled', { operation });
      });
      const found = await ask();
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
