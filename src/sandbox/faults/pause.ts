import { setMaxListeners } from 'node:events';
import { setTimeout } from 'node:timers/promises';

/** The longest time of a timer: 24 days. */
const longest = 2 ** 31 - 1;

/** Resolves early, without an error, when the signal aborts. */
export async function pause(milliseconds = longest, signal: AbortSignal): Promise<void> {
  // One signal holds many requests. Without this, Node.js warns of a leak at the eleventh.
  setMaxListeners(0, signal);
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
}
