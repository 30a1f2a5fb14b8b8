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
 * Returns true if a text made from the whole value contains an external part.
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
 * Returns a literal that the value may be.
 *
 * @returns undefined if every possible value contains an external part
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

/** Terraform refuses a list or map for a text, but the JSON would contain its literals. */
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
 * Returns a text or number that is computed from all these values.
 *
 * @internal
 */
export function computedFrom(values: readonly Value[], place?: string): Value {
  const marked = values.some(hasCredentials);
  if (values.some(contains)) return marked ? outsideWithCredentials : outside;
  if (values.includes(missing)) return missing;
  const places = values.map(value => literalIn(value)?.place);
  const found = literal(places.find(known => known !== undefined) ?? place);
  return marked ? { ...found, hasCredentials: true } : found;
}

/**
 * Returns the possible elements of a collection for an unknown key.
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
 * Returns the first existing value, which only Terraform may know. Missing items are skipped.
 *
 * @internal
 */
export function whatExists(values: readonly Value[]): Value {
  const found = values
    .flatMap(value => (value.kind === 'either' ? value.choices : [value]))
    .filter(({ kind }) => kind !== 'missing');
  return found.length === 0 ? missing : either(found);
}
