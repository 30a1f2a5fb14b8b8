import { afterEach, vi } from 'vitest';

const clone = process.cwd();

/** Files share a worker: what a test has put in place of its folder, its environment, a function or the clock ends with it. */
afterEach(() => {
  process.chdir(clone);
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
