import { choicesOf, either, list, literal, nothing, outside, type Value } from './value';

/**
 * What stands in a collection under a key.
 *
 * @internal
 */
export function valueAt(collection: Value, key: Value): Value {
  if (collection.kind === 'either') return either(collection.choices.map(choice => valueAt(choice, key)));
  if (key.kind === 'either') return either(key.choices.map(choice => valueAt(collection, choice)));
  if (collection.kind === 'literal') return literal(collection.place);
  const constant = key.kind === 'literal' ? key.constant : undefined;
  if (collection.kind === 'object' && constant !== undefined) {
    return collection.attributes.get(String(constant))?.() ?? collection.others ?? nothing;
  }
  if (collection.kind === 'list' && collection.ordered && Number.isInteger(Number(constant))) {
    return collection.items[Number(constant)] ?? collection.others ?? nothing;
  }
  return collection.kind === 'outside' ? outside : either(choicesOf(collection));
}

/** @internal */
export interface Entry {
  readonly key: Value;
  readonly value: Value;
}

/**
 * The keys and values that a `for`, or `for_each`, meets. One entry may stand for many.
 *
 * @internal
 */
export function entriesOf(value: Value): Entry[] {
  switch (value.kind) {
    case 'either':
      return value.choices.flatMap(entriesOf);
    case 'list':
      return [
        ...value.items.map((item, index) => ({
          key: value.isSet ? item : literal(undefined, value.ordered ? index : undefined),
          value: item,
        })),
        ...othersOf(value.others),
      ];
    case 'object':
      return [
        ...[...value.attributes].map(([key, attribute]) => ({
          key: literal(undefined, key),
          value: attribute(),
        })),
        ...othersOf(value.others, value.otherKeys),
      ];
    case 'nothing':
      return [];
    default:
      return othersOf(value.kind === 'literal' ? literal(value.place) : value);
  }
}

/** Keys of a collection from outside are from outside, keys of a literal one are literals. */
function othersOf(value: Value | undefined, keys?: Value): Entry[] {
  if (value === undefined) return [];
  return [{ key: keys ?? (value.kind === 'literal' ? value : outside), value }];
}

/**
 * The value as a list, with what is known of its items.
 *
 * @internal
 */
export function asList(value: Value): ReturnType<typeof list> {
  if (value.kind === 'list') return value;
  if (value.kind === 'object') return list(choicesOf(value), { ordered: false, complete: value.complete });
  if (value.kind === 'nothing') return list([]);
  const isSure = value.kind !== 'either';
  return list(choicesOf(value), { ordered: false, complete: isSure });
}
