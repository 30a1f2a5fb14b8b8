import type { Leak } from '../secrets/secrets';
import type { Invariant } from './observation';

/** No secret is in any output, log or plan text. */
export const nothingLeaked: Invariant = ({ leaks }) => leaks.map(sayLeak);

export const sayLeak = ({ secret, form, source, offset }: Leak) =>
  `${secret} stands ${form} in ${source}, at ${offset}`;
