import { arrayOf, DecodeFault, type Decoder, identifier, nonEmptyText, object } from './decode';

/** Decodes the id only, for a response whose other fields are invalid. */
export const bareIdentifier: Decoder<string> = object(field => field('id', identifier));

interface WireNames {
  /** Member of an answer that has its object. Undefined: the answer is the object. */
  readonly object: string | undefined;
  /** Members of a page. */
  readonly list: string;
  readonly cursor: string;
  /** Parameters of a list. */
  readonly cursorParameter: string;
  readonly limitParameter: string;
  /** Member of a refusal. */
  readonly error: string;
}

/** What wraps objects in answers, and how lists go on. Where the platform differs, these lines change and nothing else in `src`. */
export const wire: WireNames = {
  object: undefined,
  list: 'data',
  cursor: 'next_cursor',
  cursorParameter: 'cursor',
  limitParameter: 'limit',
  error: 'error',
};

/** Returns the object of an answer: in its envelope, or the answer itself. */
export function objectOf(answer: unknown): unknown {
  if (wire.object === undefined) return answer;
  return Object.getOwnPropertyDescriptor(Object(answer), wire.object)?.value ?? answer;
}

/** Size of a page that each platform gives (assumed). */
export const usualPageSize = 100;

/**
 * True for a page with null in place of its objects, as Go writes an empty list. Beside anything but a cursor that says that
 * nothing follows, null proves no empty list: a failure may come with status 200.
 */
export function isEmptyPage(page: unknown): boolean {
  if (typeof page !== 'object' || page === null || Reflect.get(page, wire.list) !== null) return false;
  return Reflect.get(page, wire.cursor) === null || Object.keys(page).length === 1;
}

/**
 * Decodes a page. A cursor that is null or empty ends the list, and so does a page without objects. Any other page without
 * a cursor says nothing (undefined): a platform with another kind of paging would seem to have one page only.
 */
export function pageOf<Item>(item: Decoder<Item>): Decoder<Page<Item>> {
  return (page, path) =>
    object(field => {
      const items = isEmptyPage(page) ? [] : field(wire.list, arrayOf(item));
      const next = field(wire.cursor, (value, place) => {
        if (value !== undefined && value !== null && value !== '') return nonEmptyText(value, place);
        if (field('has_more', more => more === true))
          throw new DecodeFault(place, 'a cursor while the list has more (null at its end)');
        return value === undefined && items.length > 0 ? undefined : null;
      });
      return { items, next };
    })(page, path);
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null | undefined;
}
