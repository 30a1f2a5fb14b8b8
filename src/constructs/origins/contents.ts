import {
  either,
  hasCredentials,
  type ListValue,
  type Literal,
  literal,
  missing,
  type ObjectValue,
  outside,
  outsideWithCredentials,
  remembered,
  type Value,
} from './value';

/**
 * Whether a text made of the whole value contains something from outside.
 *
 * @internal
 */
export const contains: (value: Value) => boolean = remembered(value => {
  switch (value.kind) {
    case 'outside':
      return true;
    case 'either': {
      const choices = value.choices.filter(({ kind }) => kind !== 'nothing' && kind !== 'missing');
      return choices.length > 0 && choices.every(contains);
    }
    case 'list':
      return holds(value.items, value);
    case 'object':
      return holds(
        [...value.attributes.values()].map(attribute => attribute()),
        value,
      );
    default:
      return false;
  }
});

function holds(parts: readonly Value[], { complete, others }: ListValue | ObjectValue): boolean {
  if (!complete) return parts.length > 0 && parts.every(contains);
  return parts.some(contains) || (others !== undefined && contains(others));
}

/**
 * A literal that the value may be.
 *
 * @returns undefined where every value that it can take contains something from outside
 * @internal
 */
export const literalIn: (value: Value) => Literal | undefined = remembered(value => {
  switch (value.kind) {
    case 'literal':
      return value;
    case 'missing':
      return literal('an item that does not exist');
    case 'either':
      return first(value.choices);
    case 'list':
      return literalAmong(value);
    case 'object':
      return value.isBlock && contains(value) ? undefined : literalAmong(value);
    default:
      return undefined;
  }
});

/** Terraform refuses a list or map for a text, but a literal in it is written all the same. */
function literalAmong(value: ListValue | ObjectValue): Literal | undefined {
  return first(choicesOf(value)) ?? (contains(value) ? undefined : literal());
}

function first(values: readonly Value[]): Literal | undefined {
  for (const value of values) {
    const found = literalIn(value);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * A text or number that is computed of all these values.
 *
 * @internal
 */
export function joined(values: readonly Value[], place?: string): Value {
  const marked = values.some(hasCredentials);
  if (values.some(contains)) return marked ? outsideWithCredentials : outside;
  if (values.includes(missing)) return missing;
  const places = values.map(value => literalIn(value)?.place);
  const found = literal(places.find(known => known !== undefined) ?? place);
  return marked ? { ...found, hasCredentials: true } : found;
}

/**
 * What may be found in a collection where the place is not known.
 *
 * @internal
 */
export function choicesOf(value: Value): readonly Value[] {
  if (value.kind === 'either') return value.choices.flatMap(choicesOf);
  if (value.kind === 'nothing') return [];
  if (value.kind !== 'list' && value.kind !== 'object') {
    return [value.kind === 'literal' ? literal(value.place) : value];
  }
  const parts =
    value.kind === 'list' ? value.items : [...value.attributes.values()].map(attribute => attribute());
  return value.others === undefined ? parts : [...parts, value.others];
}

/**
 * The first of these that exists, which only Terraform may know: an item that is missing is passed over.
 *
 * @internal
 */
export function whatExists(values: readonly Value[]): Value {
  const found = values
    .flatMap(value => (value.kind === 'either' ? value.choices : [value]))
    .filter(({ kind }) => kind !== 'missing');
  return found.length === 0 ? missing : either(found);
}
