import type { Findable } from './creatable';
import { importCommand, listIds } from './unresolved';

/** Said before something is created beside an object that could be what is wanted; that one is left alone. */
export function lookAlike(
  { noun, resource }: Pick<Findable, 'noun' | 'resource'>,
  ids: readonly string[],
): [summary: string, detail: string] {
  const [first = ''] = ids;
  return [
    `${noun} ${listIds(ids)} looks the same`,
    'A new one was created beside it. If no configuration manages it, it may be left from an apply that was ' +
      `interrupted elsewhere: delete it there, or import it (${importCommand(resource, first)}).`,
  ];
}
