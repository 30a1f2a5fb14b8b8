import { Unobservable } from '../client';
import type { HandlerContext } from '../plugin/define/context';
import type { Platform } from './platform';
import { driftUnseen } from './unavailable-operations';

/**
 * What a read comes to where the platform offers no way to read the object: its state is kept, and that is said
 * once a process. After an import there is nothing to keep, so the error stands.
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
