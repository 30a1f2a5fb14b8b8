import { arrayOf, type Decoder, identifier, nonEmptyText, nullable, object } from './decode';

/** The id alone, for an answer whose other fields are broken. */
export const bareIdentifier: Decoder<string> = object(field => field('id', identifier));

export interface Page<Item> {
  readonly data: readonly Item[];
  /** Absent on the last page. */
  readonly next_cursor: string | undefined;
}

/**
 * `next_cursor` has to be there, even if null: a platform that pages in another way would otherwise be taken
 * for one page, and everything beyond it for deleted.
 */
export function pageOf<Item>(item: Decoder<Item>): Decoder<Page<Item>> {
  return object(field => ({
    data: field('data', arrayOf(item)),
    next_cursor: field('next_cursor', nullable(nonEmptyText)),
  }));
}
