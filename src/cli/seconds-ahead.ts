import type { PlatformTime } from '../client';

/** Seconds by which this machine's clock is ahead of the platform's. */
export const secondsAhead = ({ now, at }: PlatformTime): number =>
  Math.round((Date.now() - now - (performance.now() - at)) / 1000);
