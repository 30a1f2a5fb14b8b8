/**
 * What is known of a value without running Terraform: above all, whether it comes from outside the program.
 *
 * @internal
 */
export type Value =
  /** It contains something from outside the program, and so does each part that can be taken of it. */
  | { readonly kind: 'outside' }
  /** It is null, which is no secret. */
  | { readonly kind: 'nothing' }
  | Literal
  | ListValue
  | ObjectValue
  /** It is one of these, and which is not known. */
  | { readonly kind: 'either'; readonly choices: readonly Value[] };

/** @internal */
export interface Literal {
  readonly kind: 'literal';
  readonly constant?: string | number | boolean | undefined;
  /** Where the program says it, in words for people. */
  readonly place?: string | undefined;
}

/** @internal */
export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
  /** Items stand where they stand in Terraform. Otherwise any item may be anywhere. */
  readonly ordered: boolean;
  /** All items are in the list. Otherwise some may be missing. */
  readonly complete: boolean;
  /** A set: its items are its keys as well. */
  readonly isSet?: boolean;
  /** What an item is that is not known. */
  readonly others?: Value | undefined;
}

/** @internal */
export interface ObjectValue {
  readonly kind: 'object';
  readonly attributes: ReadonlyMap<string, () => Value>;
  readonly complete: boolean;
  /** What an attribute is whose name is not known. */
  readonly others?: Value | undefined;
  /** What the names of those are. */
  readonly otherKeys?: Value | undefined;
}

/** @internal */
export const outside: Value = { kind: 'outside' };
/** @internal */
export const nothing: Value = { kind: 'nothing' };
/** More choices than these are not kept apart: only keys that are chosen need the constants. */
const mostConstants = 16;

/** @internal */
export function literal(place?: string, constant?: Literal['constant']): Literal {
  return { kind: 'literal', place, constant };
}

/** @internal */
export function list(items: readonly Value[], traits: Partial<ListValue> = {}): ListValue {
  return { kind: 'list', items, ordered: true, complete: true, ...traits };
}

/** @internal */
export function object(
  attributes: ReadonlyMap<string, () => Value> | Iterable<readonly [string, () => Value]>,
  traits: Partial<ObjectValue> = {},
): ObjectValue {
  return { kind: 'object', attributes: new Map(attributes), complete: true, ...traits };
}

/** @internal */
export function either(values: Iterable<Value | undefined>): Value {
  const choices = new Set<Value>();
  const literals: Literal[] = [];
  for (const value of values) {
    for (const choice of value?.kind === 'either' ? value.choices : [value]) {
      if (choice?.kind === 'literal') literals.push(choice);
      else if (choice !== undefined) choices.add(choice);
    }
  }
  const [first, ...more] = literals;
  if (first !== undefined) choices.add(more.length < mostConstants ? first : literal(first.place));
  if (more.length < mostConstants) for (const one of more) choices.add(one);
  const [only = nothing] = choices;
  return choices.size <= 1 ? only : { kind: 'either', choices: [...choices] };
}

/**
 * Whether a text made of the whole value contains something from outside.
 *
 * @internal
 */
export function contains(value: Value): boolean {
  switch (value.kind) {
    case 'outside':
      return true;
    case 'either': {
      const choices = value.choices.filter(({ kind }) => kind !== 'nothing');
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
}

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
export function literalIn(value: Value): Literal | undefined {
  switch (value.kind) {
    case 'literal':
      return value;
    case 'either':
      return first(value.choices);
    case 'list':
      return contains(value) ? undefined : (first(value.items) ?? literal());
    case 'object':
      return contains(value) ? undefined : (first(choicesOf(value)) ?? literal());
    default:
      return undefined;
  }
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
  return values.some(contains) ? outside : literal(first(values)?.place ?? place);
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
 * Runs once, at the first call. What asks for itself while it runs gets nothing: Terraform refuses such a circle.
 *
 * @internal
 */
export function once(compute: () => Value): () => Value {
  let value: Value | undefined;
  let isRunning = false;
  return () => {
    if (value !== undefined) return value;
    if (isRunning) return nothing;
    isRunning = true;
    value = compute();
    return value;
  };
}
