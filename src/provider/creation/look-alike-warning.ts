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

/** Said after a creation that had to be asked for again, when there are more than one: which is too many is not proved. */
export function lateLookAlike(
  { noun, resource }: Pick<Findable, 'noun' | 'resource'>,
  ids: readonly string[],
): [summary: string, detail: string] {
  const [first = ''] = ids;
  return [
    `${noun} ${listIds(ids)} came late`,
    'The answer to a creation was lost, nothing was found of it, and it was asked for again. By now another one is ' +
      'there that looks the same: most likely the first request was carried out late. It was not touched, as somebody ' +
      'else could have made it. If nobody needs it, delete it there; to keep it, import it ' +
      `(${importCommand(resource, first)}).`,
  ];
}
