/**
 * Knowledge about a value without running Terraform: mainly, whether it comes from outside the program.
 *
 * @internal
 */
export type Value =
  /** It contains an external part, and so does each part of it. */
  | Outside
  /** It is null, which is no secret. */
  | { readonly kind: 'nothing' }
  /** It is an item that a collection of the program lacks: Terraform reports an error. */
  | { readonly kind: 'missing' }
  | Literal
  | ListValue
  | ObjectValue
  /** It is one of these choices. */
  | { readonly kind: 'either'; readonly choices: readonly Value[] };

/** @internal */
export interface Outside {
  readonly kind: 'outside';
  readonly hasCredentials?: boolean;
}

/** @internal */
export interface Literal {
  readonly kind: 'literal';
  readonly constant?: string | number | boolean | undefined;
  /** Place of the literal in the program, for messages. */
  readonly place?: string | undefined;
  /** True for a URL with a user name or password, and for a value that contains one. */
  readonly hasCredentials?: boolean;
}

/** @internal */
export interface ListValue {
  readonly kind: 'list';
  readonly items: readonly Value[];
  /** True if items are at the same index as in Terraform. Otherwise their order is unknown. */
  readonly ordered: boolean;
  /** True if the list has no further items. */
  readonly complete: boolean;
  /** True for a set: its items are also its keys. */
  readonly isSet?: boolean;
  /** Value of an unknown item. */
  readonly others?: Value | undefined;
}

/** @internal */
export interface ObjectValue {
  readonly kind: 'object';
  readonly attributes: ReadonlyMap<string, () => Value>;
  readonly complete: boolean;
  /** Value of an attribute with an unknown name. */
  readonly others?: Value | undefined;
  /** Names of those attributes. */
  readonly otherKeys?: Value | undefined;
  /** True for a possible nested block: the provider may add attributes, and Terraform may show it as a list of one. */
  readonly isBlock?: boolean;
}

/** @internal */
export const outside: Value = { kind: 'outside' };
/** @internal */
export const outsideWithCredentials: Value = { kind: 'outside', hasCredentials: true };
/** @internal */
export const nothing: Value = { kind: 'nothing' };
/** @internal */
export const missing: Value = { kind: 'missing' };
/** Limit of distinct constants in one choice. Only keys need them. */
const mostConstants = 16;

/** @internal */
export function literal(place?: string, constant?: Literal['constant']): Literal {
  return { kind: 'literal', place, constant };
}

const beforeAt = /^\s*[a-z][\w+.-]*:\/\/([^/?#]*)@/i;

/**
 * Returns true if a text is a URL with a user name or password. NUL stands for an unknown part, which may contain
 * a path: then only a colon shows a password.
 *
 * @internal
 */
export function showsCredentials(text: string): boolean {
  const user = beforeAt.exec(text)?.[1];
  return user !== undefined && (!user.includes('\0') || user.includes(':'));
}

/**
 * Returns true if the value, or a text in it, is a URL with a user name or password.
 *
 * @internal
 */
export const hasCredentials: (value: Value) => boolean = remembered(value => {
  if (value.kind === 'either') return value.choices.some(hasCredentials);
  if (value.kind === 'list') return value.items.some(hasCredentials);
  if (value.kind !== 'outside' && value.kind !== 'literal') return false;
  if (value.hasCredentials) return true;
  return value.kind === 'literal' && typeof value.constant === 'string' && showsCredentials(value.constant);
});

/**
 * Caches the result for each value. Values share their parts, so a walk without a cache could double with each
 * level.
 *
 * @internal
 */
export function remembered<T>(compute: (value: Value) => T): (value: Value) => T {
  const results = new WeakMap<Value, { readonly of: T }>();
  return value => {
    const known = results.get(value) ?? { of: compute(value) };
    results.set(value, known);
    return known.of;
  };
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
  else for (const one of more.filter(hasCredentials).slice(0, 1)) choices.add(one);
  const [only = nothing] = choices;
  return choices.size <= 1 ? only : { kind: 'either', choices: [...choices] };
}

/**
 * Computes a value once, at the first call. A recursive call returns a missing value: Terraform refuses such a
 * cycle.
 *
 * @internal
 */
export function once(compute: () => Value): () => Value {
  let value: Value | undefined;
  let isRunning = false;
  return () => {
    if (value !== undefined) return value;
    if (isRunning) return missing;
    isRunning = true;
    value = compute();
    return value;
  };
}
