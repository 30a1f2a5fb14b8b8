import { isAnswered, isKind, type PlatformError } from '../errors';

/** Looks for the object of a request whose answer is lost. Undefined if it does not show, or cannot be told from others. */
export type Find<Created> = (failure: PlatformError<'Ambiguous'>) => Promise<Created | undefined>;

/**
 * Sends a create until an answer shows the object, or a look at the platform does. It looks after each lost answer, and
 * again right before the next request.
 *
 * @param pause waits before the next request, or throws the failure if there is none
 */
export async function untilFound<Created>(
  send: () => Promise<Created>,
  find: Find<Created>,
  pause: (failure: PlatformError<'Ambiguous'>) => Promise<void>,
): Promise<Created> {
  for (;;) {
    try {
      return await send();
    } catch (error) {
      if (!isKind(error, 'Ambiguous')) throw error;
      const found = await find(error);
      if (found !== undefined) return found;
      // It proves that the object exists: another request would create a second one.
      if (isAnswered(error.facts)) throw error;
      await pause(error);
      const later = await find(error);
      if (later !== undefined) return later;
    }
  }
}
