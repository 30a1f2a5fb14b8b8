import { Unobservable } from '../client';
import type { HandlerContext } from '../plugin/define/context';
import type { Platform } from './platform';
import { driftUnseen } from './unavailable-operations';

/**
 * Handles a read of an object that the platform offers no way to read. The state is kept, and one warning per process
 * says so. After an import there is no state to keep, so the error is thrown.
 */
export function keepUnobservable<State>(
  error: unknown,
  kept: State | undefined,
  plural: string,
  { warnOnce }: HandlerContext<Platform>,
): State {
  if (!(error instanceof Unobservable) || kept === undefined) throw error;
  warnOnce(...driftUnseen(plural));
  return kept;
}
