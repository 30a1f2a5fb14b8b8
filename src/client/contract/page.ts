import { arrayOf, DecodeFault, type Decoder, identifier, nonEmptyText, object } from './decode';

/** Decodes the id only, for a response whose other fields are invalid. */
export const bareIdentifier: Decoder<string> = object(field => field('id', identifier));

/** The platform's largest page (assumed). */
export const pageSize = 100;

export interface Page<Item> {
  readonly data: readonly Item[];
  /** Absent on the last page. */
  readonly next_cursor: string | undefined;
}

/**
 * Decodes a page. A cursor that is null or empty ends the list. So does an absent one, unless the page is full: a platform
 * with another kind of paging would seem to have one page only, and all objects on further pages would seem deleted.
 */
export function pageOf<Item>(item: Decoder<Item>): Decoder<Page<Item>> {
  return object(field => {
    const data = field('data', arrayOf(item));
    const next_cursor = field('next_cursor', (value, path) => {
      if (value === undefined && (data.length >= pageSize || field('has_more', more => more === true)))
        throw new DecodeFault(path, 'in the answer while the list has more (null at its end)');
      return value === undefined || value === null || value === '' ? undefined : nonEmptyText(value, path);
    });
    return { data, next_cursor };
  });
}
