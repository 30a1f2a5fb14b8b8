import { arrayOf, DecodeFault, type Decoder, identifier, nonEmptyText, object } from './decode';

/** Decodes the id only, for a response whose other fields are invalid. */
export const bareIdentifier: Decoder<string> = object(field => field('id', identifier));

/** The platform's largest page (assumed). */
export const pageSize = 100;

/**
 * Decodes a page. A cursor that is null or empty ends the list, and so does a page without objects. Any other page without
 * a cursor says nothing (undefined): a platform with another kind of paging would seem to have one page only.
 */
export function pageOf<Item>(item: Decoder<Item>) {
  return object(field => {
    const data = field('data', arrayOf(item));
    const next_cursor = field('next_cursor', (value, path) => {
      if (value !== undefined && value !== null && value !== '') return nonEmptyText(value, path);
      if (field('has_more', more => more === true))
        throw new DecodeFault(path, 'a cursor while the list has more (null at its end)');
      return value === undefined && data.length > 0 ? undefined : null;
    });
    return { data, next_cursor };
  });
}
