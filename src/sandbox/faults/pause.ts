import { setMaxListeners } from 'node:events';

/** Waits; without limit for `undefined`. Resolves early, without an error, when a signal aborts. */
export function pause(
  milliseconds: number | undefined,
  ...signals: readonly [AbortSignal, ...AbortSignal[]]
): Promise<void> {
  // One signal holds many requests. Without this, Node.js warns of a leak at the eleventh.
  setMaxListeners(0, ...signals);
  return new Promise(resolve => {
    if (signals.some(signal => signal.aborted)) return resolve();
    const finish = () => {
      clearTimeout(timer);
      for (const signal of signals) signal.removeEventListener('abort', finish);
      resolve();
    };
    const timer = milliseconds === undefined ? undefined : setTimeout(finish, milliseconds);
    for (const signal of signals) signal.addEventListener('abort', finish);
  });
}
