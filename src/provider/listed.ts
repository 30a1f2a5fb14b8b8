import { isKind, type Listed, type PlatformError } from '../client';
import type { HandlerContext, Warn } from '../plugin/define/context';
import { ifListsAreWhole } from './errors/advice';

export interface Criterion<Item> {
  /** The field of the platform that it reads. */
  readonly field: string;
  /** Returns undefined if the platform does not show the field. */
  readonly passes: (item: Item) => boolean | undefined;
}

/** Returns the filter for a wanted value; none without one. */
export function wanting<Item, Value>(
  wanted: Value | undefined,
  field: string,
  passes: (item: Item, wanted: Value) => boolean | undefined,
): readonly Criterion<Item>[] {
  return wanted === undefined ? [] : [{ field, passes: item => passes(item, wanted) }];
}

const mayLack = ({ message, facts }: PlatformError<'EndUnknown'>) =>
  [`The list of ${facts.operation.split('.')[0]} may lack objects`, `${message} ${ifListsAreWhole}`] as const;

/** Returns the objects of a list, and warns if nothing tells whether these are all. */
export async function itemsOf<Item>(
  list: Promise<Listed<Item>>,
  { warnOnce }: Pick<HandlerContext<unknown>, 'warnOnce'>,
): Promise<readonly Item[]> {
  const { items, gap } = await list;
  if (gap !== undefined) warnOnce(...mayLack(gap));
  return items;
}

/** Yields what passes all filters. Warnings name what lacks their field, and a list without a known end. */
export async function* passing<Item>(
  pages: AsyncIterable<readonly Item[]>,
  criteria: readonly Criterion<Item>[],
  warn: Warn,
): AsyncGenerator<Item, void, undefined> {
  const leftOut = new Map<string, number>();
  try {
    for await (const page of pages)
      for (const item of page) {
        const failed = criteria.filter(({ passes }) => !passes(item));
        if (failed.length === 0) yield item;
        else if (failed.every(({ passes }) => passes(item) === undefined))
          for (const { field } of failed) leftOut.set(field, (leftOut.get(field) ?? 0) + 1);
      }
  } catch (error) {
    if (!isKind(error, 'EndUnknown')) throw error;
    warn(...mayLack(error));
  }
  for (const [field, count] of leftOut)
    warn(
      `Not listed for want of ${field}: ${count}`,
      `The platform does not show the ${field} of that many objects, so the filter cannot tell whether they match. ` +
        'Without the filter, they are listed.',
    );
}

export const isShownAs = (shown: string | undefined, wanted: string): boolean | undefined =>
  shown === undefined ? undefined : shown === wanted;
