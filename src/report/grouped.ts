/** Items that have something in common: there is at least one. */
export type Group<Item> = readonly [Item, ...Item[]];

/** Groups in the order in which their keys first occur. Node.js has `Map.groupBy` from version 21 alone. */
export function groupedBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, Group<Item>> {
  const groups = new Map<Key, [Item, ...Item[]]>();
  items.forEach(item => {
    const key = keyOf(item);
    const found = groups.get(key);
    if (found === undefined) groups.set(key, [item]);
    else found.push(item);
  });
  return groups;
}

/** Groups by severity and name. A text of both would be made, and hashed, for each of thousands of risks. */
export const groupedRisks = <Risk extends { readonly severity: string; readonly name: string }>(
  risks: readonly Risk[],
): readonly Group<Risk>[] =>
  [...groupedBy(risks, ({ severity }) => severity).values()].flatMap(graded => [
    ...groupedBy(graded, ({ name }) => name).values(),
  ]);
