import { afterEach, vi } from 'vitest';

/** Files share a worker: what a test has put in place of its environment, of a function or of the clock ends with it. */
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
