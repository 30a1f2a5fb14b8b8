/** Groups in the order in which their keys first occur. Node.js has `Map.groupBy` from version 21 alone. */
export function groupedBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const found = groups.get(key);
    if (found === undefined) groups.set(key, [item]);
    else found.push(item);
  }
  return groups;
}
