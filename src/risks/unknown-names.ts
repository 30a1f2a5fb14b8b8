import { didYouMean } from '../constructs/checks/did-you-mean';
import type { Finding } from './finding';

/** By these words a report finds that the apply probably fails, among what the provider says. */
export const unknownTenant = 'Unknown tenant';

/** Returns a finding for each name that a plan adds and that the platform's document lacks: it may be a slip. */
export const unknownNames = (
  attribute: 'scopes' | 'events',
  { before = [], after = [] }: Readonly<Partial<Record<'before' | 'after', readonly string[] | undefined>>>,
  known: readonly string[],
): readonly Finding[] =>
  after
    .filter(name => !known.includes(name) && !before.includes(name))
    .map(name => ({
      risk: 'unknown-name',
      words: [
        attribute === 'scopes' ? 'names an unknown scope: ' : 'names an unknown event type: ',
        { attribute, values: [name] },
      ],
      detail: `${didYouMean(name, known)}The platform's document does not name it.`,
    }));
