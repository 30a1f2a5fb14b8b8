import { choicesOf } from './contents';
import {
  either,
  type ListValue,
  type Literal,
  list,
  literal,
  missing,
  type ObjectValue,
  outside,
  type Value,
} from './value';

/**
 * Returns the element of a collection at a key.
 *
 * @internal
 */
export function valueAt(collection: Value, key: Value): Value {
  if (collection.kind === 'either') return either(collection.choices.map(choice => valueAt(choice, key)));
  if (key.kind === 'either') return either(key.choices.map(choice => valueAt(collection, choice)));
  if (collection.kind === 'literal') return literal(collection.place);
  const constant = key.kind === 'literal' ? key.constant : undefined;
  if (collection.kind === 'object') return attributeAt(collection, constant);
  if (collection.kind === 'list') return itemAt(collection, constant);
  return collection.kind === 'nothing' ? collection : either(choicesOf(collection));
}

type Constant = Literal['constant'];

function attributeAt(collection: ObjectValue, constant: Constant): Value {
  if (constant === undefined) return either(itemsOf(collection));
  const known = collection.attributes.get(String(constant))?.() ?? collection.others;
  if (known !== undefined) return known;
  if (!collection.isBlock) return missing;
  return isIndex(constant) ? collection : outside;
}

function itemAt(collection: ListValue, constant: Constant): Value {
  if (typeof constant === 'string' && !isIndex(constant)) {
    // In JSON, a block may be a list of one. For any other list, Terraform refuses an attribute.
    return either(choicesOf(collection).map(item => valueAt(item, literal(undefined, constant))));
  }
  if (!collection.ordered || !isIndex(constant)) return either(choicesOf(collection));
  return collection.items[Number(constant)] ?? collection.others ?? missing;
}

/** @internal */
export const isIndex = (constant: Constant): boolean => Number.isInteger(Number(constant));

/**
 * Returns the result of Terraform's function `element`: after the last item, it continues with the first.
 *
 * @internal
 */
export function elementAt(collection: Value, index: Value): Value {
  if (collection.kind === 'either') return either(collection.choices.map(choice => elementAt(choice, index)));
  if (index.kind === 'either') return either(index.choices.map(choice => elementAt(collection, choice)));
  if (collection.kind === 'object' && collection.isBlock) return collection;
  const constant = index.kind === 'literal' ? index.constant : undefined;
  if (collection.kind !== 'list' || !collection.ordered || !isIndex(constant)) {
    return either(choicesOf(collection));
  }
  const { items, others } = collection;
  const place = Number(constant) % items.length;
  return either([items[place < 0 ? place + items.length : place], others]);
}

/**
 * Returns the possible items of a collection. A block may be the only item of a list.
 *
 * @internal
 */
export function itemsOf(value: Value): readonly Value[] {
  if (value.kind === 'either') return value.choices.flatMap(itemsOf);
  const isBlock = value.kind === 'object' && value.isBlock;
  return isBlock ? [...choicesOf(value), value] : choicesOf(value);
}

/** @internal */
export interface Entry {
  readonly key: Value;
  readonly value: Value;
}

/**
 * Returns the keys and values over which a `for` or `for_each` iterates. One entry may represent many.
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
        ...(value.isBlock ? [{ key: literal(undefined, 0), value }] : []),
      ];
    case 'nothing':
      return [];
    default:
      return othersOf(value.kind === 'literal' ? literal(value.place) : value);
  }
}

/** Keys of an external collection are external; keys of a literal collection are literals. */
function othersOf(value: Value | undefined, keys?: Value): Entry[] {
  if (value === undefined) return [];
  return [{ key: keys ?? (value.kind === 'outside' ? outside : value), value }];
}

/**
 * Returns the value as a list, with the known items.
 *
 * @internal
 */
export function asList(value: Value): ReturnType<typeof list> {
  if (value.kind === 'list') return value;
  if (value.kind === 'object') return list(itemsOf(value), { ordered: false, complete: value.complete });
  if (value.kind === 'nothing') return list([]);
  const isSure = value.kind !== 'either';
  return list(itemsOf(value), { ordered: false, complete: isSure });
}
