import { arrayOf, type Decoder, identifier, nonEmptyText, object } from './decode';

/** Decodes the id only, for a response whose other fields are invalid. */
export const bareIdentifier: Decoder<string> = object(field => field('id', identifier));

export interface Page<Item> {
  readonly data: readonly Item[];
  /** Absent on the last page. */
  readonly next_cursor: string | undefined;
}

/**
 * Decodes a page. `next_cursor` must be present, even if null. Otherwise, a platform with another kind of paging would
 * seem to have one page only. All objects on further pages would seem deleted.
 */
export function pageOf<Item>(item: Decoder<Item>): Decoder<Page<Item>> {
  return object(field => ({
    data: field('data', arrayOf(item)),
    next_cursor: field('next_cursor', (value, path) =>
      value === null ? undefined : nonEmptyText(value, path),
    ),
  }));
}
