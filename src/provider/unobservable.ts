import { isKind } from '../client';
import type { HandlerContext } from '../plugin/define/context';
import type { Platform } from './connection/platform';
import { driftUnseen, listedOnly } from './unavailable-operations';

/**
 * Handles a read of an object that the platform offers no way to read, or about which its answers contradict each other.
 * The state is kept, and a warning says so. After an import there is no state to keep, so the error is thrown.
 */
export function keepUnobservable<State>(
  error: unknown,
  kept: State | undefined,
  plural: string,
  { warn, warnOnce }: HandlerContext<Platform>,
): State {
  if (kept === undefined) throw error;
  if (isKind(error, 'Unobservable')) warnOnce(...driftUnseen(plural));
  else if (isKind(error, 'Unsupported') && error.facts.listedId !== undefined)
    warn(...listedOnly(error.facts.listedId, error));
  else throw error;
  return kept;
}
