/**
 * What is known of a value without running Terraform: above all, whether it comes from outside the program.
 *
 * @internal
 */
export type Value =
  /** It contains something from outside the program, and so does each part that can be taken of it. */
  | Outside
  /** It is null, which is no secret. */
  | { readonly kind: 'nothing' }
  /** It is an item that a collection of the program lacks: Terraform reports an error. */
  | { readonly kind: 'missing' }
  | Literal
  | ListValue
  | ObjectValue
  /** It is one of these, and which is not known. */
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
  /** Where the program says it, in words for people. */
  readonly place?: string | undefined;
  /** It is a URL with a user name or password, or is made of one. */
  readonly hasCredentials?: boolean;
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
  /**
   * It may be a nested block. Then the provider may add attributes, and Terraform may show it as a list of one.
   */
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
/** More choices than these are not kept apart: only keys that are chosen need the constants. */
const mostConstants = 16;

/** @internal */
export function literal(place?: string, constant?: Literal['constant']): Literal {
  return { kind: 'literal', place, constant };
}

const beforeAt = /^\s*[a-z][\w+.-]*:\/\/([^/?#]*)@/i;

/**
 * Whether a text is a URL with a user name or password. NUL stands for each unknown part, which may hold a path: only a
 * colon then shows that a password follows.
 *
 * @internal
 */
export function showsCredentials(text: string): boolean {
  const user = beforeAt.exec(text)?.[1];
  return user !== undefined && (!user.includes('\0') || user.includes(':'));
}

/**
 * Whether the value, or a text that it is made of, is a URL with a user name or password.
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
 * A question about a value, answered once: values share their parts, so that a walk through all of them could double
 * with each level.
 *
 * @internal
 */
export function remembered<T>(answer: (value: Value) => T): (value: Value) => T {
  const answers = new WeakMap<Value, { readonly of: T }>();
  return value => {
    const known = answers.get(value) ?? { of: answer(value) };
    answers.set(value, known);
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
 * Runs once, at the first call. What asks for itself while it runs finds nothing there: Terraform refuses such a circle.
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
