import { asList, elementAt, entriesOf, itemsOf, valueAt } from './access';
import { choicesOf, computedFrom, whatExists } from './contents';
import {
  either,
  type ListValue,
  list,
  literal,
  missing,
  nothing,
  object,
  outside,
  type Value,
} from './value';

/** Longer lists do not distinguish their indexes. */
const mostOrdered = 1000;

type TerraformFunction = (parameters: readonly Value[], place?: string) => Value;

const [asTheyAre, unordered, someOf] = [{}, { ordered: false }, { ordered: false, complete: false }];

const passesOn: TerraformFunction = ([value = nothing]) => value;
const reads: TerraformFunction = () => outside;
/** Booleans and counts are no secrets, whatever they are computed from. */
const tells: TerraformFunction = (_, place) => literal(place);
const chooses: TerraformFunction = parameters => either(parameters);
const rearranges =
  (traits: Partial<ListValue>): TerraformFunction =>
  ([value = nothing]) => ({ ...asList(value), ...traits });

/**
 * Terraform's functions that do not simply compute a text or number from all their parameters. Any other function,
 * including future ones, is assumed to do so.
 */
const functions: Readonly<Record<string, TerraformFunction>> = {
  sensitive: passesOn,
  nonsensitive: passesOn,
  ephemeralasnull: passesOn,
  tomap: passesOn,
  tolist: rearranges(asTheyAre),
  toset: rearranges({ ordered: false, isSet: true }),

  coalesce: chooses,
  coalescelist: chooses,
  try: parameters => whatExists(parameters),
  min: chooses,
  max: chooses,
  one: ([value = nothing]) => (isBlock(value) ? value : either(itemsOf(value))),
  element: ([value = nothing, index = nothing]) => elementAt(value, index),
  lookup: ([value = nothing, key = nothing, ...defaults]) => whatExists([valueAt(value, key), ...defaults]),

  file: reads,
  filebase64: reads,
  filebase64sha256: reads,
  filebase64sha512: reads,
  filemd5: reads,
  filesha1: reads,
  filesha256: reads,
  filesha512: reads,
  fileset: reads,
  templatefile: reads,

  alltrue: tells,
  anytrue: tells,
  can: tells,
  contains: tells,
  endswith: tells,
  fileexists: tells,
  index: tells,
  issensitive: tells,
  length: tells,
  startswith: tells,
  strcontains: tells,

  chunklist: ([value = nothing]) => list([{ ...asList(value), ...someOf }], unordered),
  compact: rearranges(unordered),
  concat: lists => concatenated(lists.map(asList)),
  distinct: rearranges(unordered),
  flatten: ([value = nothing]) => flattened(value),
  formatlist: (parameters, place) => list([computedFrom(parameters.map(anyOf), place)], someOf),
  keys: ([value = nothing]) =>
    list(
      entriesOf(value).map(({ key }) => key),
      unordered,
    ),
  matchkeys: rearranges(someOf),
  merge: maps => maps.filter(({ kind }) => kind !== 'nothing').reduce(merged, object([])),
  reverse: rearranges(unordered),
  setintersection: rearranges({ ...someOf, isSet: true }),
  setproduct: lists => list([list(lists.map(anyOf))], someOf),
  setsubtract: rearranges({ ...someOf, isSet: true }),
  setunion: lists => ({ ...concatenated(lists.map(asList)), ordered: false, isSet: true }),
  slice: rearranges(someOf),
  sort: rearranges(unordered),
  transpose: ([value = nothing]) =>
    object([], {
      others: list(
        entriesOf(value).map(({ key }) => key),
        someOf,
      ),
    }),
  values: rearranges(unordered),
  zipmap: ([keys = nothing, values = nothing]) => zipped(asList(keys), asList(values)),
};

/**
 * @param place place of the call
 * @internal
 */
export function valueOfCall(called: string, parameters: readonly Value[], place?: string): Value {
  // Terraform's own provider has only pure functions.
  const name = called.replace(/^(?:core|provider::terraform)::/, '');
  if (name.startsWith('provider::')) return outside;
  const known = Object.hasOwn(functions, name) ? functions[name] : undefined;
  return known === undefined ? computedFrom(parameters, place) : known(parameters, place);
}

/**
 * Returns the parameters of `f(a, list...)`.
 *
 * @internal
 */
export function spread(parameters: readonly Value[]): readonly Value[] {
  const [last = nothing] = parameters.slice(-1);
  return [...parameters.slice(0, -1), ...choicesOf(last)];
}

const anyOf = (value: Value): Value =>
  value.kind === 'list' || value.kind === 'object' ? either(choicesOf(value)) : value;
const isBlock = (value: Value): boolean => value.kind === 'object' && value.isBlock === true;

function concatenated(lists: readonly ListValue[]): ListValue {
  const items = lists.flatMap(each =>
    each.others === undefined ? each.items : [...each.items, each.others],
  );
  const complete = lists.every(each => each.complete);
  // Limits memory: lists may be concatenated with themselves repeatedly.
  if (items.length > mostOrdered) return list([...new Set(items)], { ordered: false, complete });
  return list(items, { ordered: lists.every(each => each.ordered && each.others === undefined), complete });
}

function flattened(value: Value): ListValue {
  const nested = asList(value);
  const parts = nested.items.map(itemsWithin);
  const flat = concatenated(parts);
  return {
    ...flat,
    ordered: flat.ordered && nested.ordered,
    complete: flat.complete && nested.complete,
    others: nested.others && either(choicesOf(itemsWithin(nested.others))),
  };
}

/**
 * Returns the items that a value adds to the flat list. For several choices, only Terraform knows which and how
 * many.
 */
function itemsWithin(item: Value): ListValue {
  if (item.kind === 'list') return flattened(item);
  if (item.kind !== 'either') return list([item]);
  return list(
    item.choices.flatMap(choice => choicesOf(itemsWithin(choice))),
    someOf,
  );
}

/** The second map takes precedence for its known keys. */
function merged(below: Value, above: Value): Value {
  const [first, second] = [asObject(below), asObject(above)];
  const attributes = new Map(first.attributes);
  for (const [key, attribute] of first.attributes) {
    if (second.others !== undefined) attributes.set(key, () => either([attribute(), second.others]));
  }
  for (const [key, attribute] of second.attributes) {
    const beneath = first.attributes.get(key);
    attributes.set(
      key,
      second.complete ? attribute : () => either([beneath?.() ?? first.others, attribute()]),
    );
  }
  const others = first.others === undefined ? second.others : either([first.others, second.others]);
  const complete = first.complete && second.complete;
  return object(attributes, { others, complete, isBlock: isBlock(first) || isBlock(second) });
}

function asObject(value: Value): ReturnType<typeof object> {
  if (value.kind === 'object') return value;
  if (value.kind !== 'either') return object([], { others: anyOf(value) });
  const choices = value.choices.map(asObject);
  const keys = new Set(choices.flatMap(({ attributes }) => [...attributes.keys()]));
  return object(
    [...keys].map(key => [key, () => either(choices.map(one => one.attributes.get(key)?.() ?? one.others))]),
    { complete: false, others: othersIn(choices), isBlock: choices.some(isBlock) },
  );
}

function othersIn(choices: readonly ReturnType<typeof object>[]): Value | undefined {
  const others = choices.flatMap(choice => choice.others ?? []);
  return others.length === 0 ? undefined : either(others);
}

function zipped(keys: ListValue, values: ListValue): Value {
  const attributes = keys.items.flatMap((key, index) =>
    key.kind === 'literal' && key.constant !== undefined && values.ordered
      ? [[String(key.constant), () => values.items[index] ?? values.others ?? missing] as const]
      : [],
  );
  const isKnown = keys.ordered && keys.others === undefined;
  if (isKnown && attributes.length === keys.items.length) return object(attributes);
  return object([], { others: either(choicesOf(values)), otherKeys: either(choicesOf(keys)) });
}
