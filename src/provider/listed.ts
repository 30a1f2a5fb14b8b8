import type { Warn } from '../plugin/define/context';

/** A filter of a list. */
export interface Criterion<Item> {
  /** The field of the platform that it reads. */
  readonly field: string;
  /** Returns undefined if the platform does not show the field. */
  readonly passes: (item: Item) => boolean | undefined;
}

/** Yields the objects that pass all filters. An object that lacks the field of a filter is left out, and a warning says so. */
export async function* passing<Item>(
  pages: AsyncIterable<readonly Item[]>,
  criteria: readonly Criterion<Item>[],
  warn: Warn,
): AsyncGenerator<Item, void, undefined> {
  const leftOut = new Map<string, number>();
  for await (const page of pages)
    for (const item of page) {
      const failed = criteria.filter(({ passes }) => !passes(item));
      if (failed.length === 0) yield item;
      else if (failed.every(({ passes }) => passes(item) === undefined))
        for (const { field } of failed) leftOut.set(field, (leftOut.get(field) ?? 0) + 1);
    }
  for (const [field, count] of leftOut)
    warn(
      `Not listed for want of ${field}: ${count}`,
      `The platform does not show the ${field} of that many objects, so the filter cannot tell whether they match. ` +
        'Without the filter, they are listed.',
    );
}

export const isSame = (shown: string | undefined, wanted: string): boolean | undefined =>
  shown === undefined ? undefined : shown === wanted;
