import type { ClientOptions } from '../client';
import { sayProgress } from './say';

/** Tells on a terminal how many pages of lists have arrived. A list does not say how many it has. */
export function pagesTold(): NonNullable<ClientOptions['onEvent']> {
  let pages = 0;
  return event => {
    if (event.type !== 'attempt' || event.outcome !== 200 || !event.operation.endsWith('.list')) return;
    pages += 1;
    if (pages > 2) sayProgress(`${pages} pages read`);
  };
}
