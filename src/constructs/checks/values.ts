import { DefaultTokenResolver, StringConcat, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * Returns the value at a path of keys; undefined if the path ends early.
 *
 * @internal
 */
export function at(value: unknown, ...keys: string[]): unknown {
  let inner = value;
  for (const key of keys) inner = isRecord(inner) ? inner[key] : undefined;
  return inner;
}

/** @internal */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * Returns true for an object that is neither a list nor one of cdktf's resolvable values.
 *
 * @internal
 */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && !Array.isArray(value) && !Tokenization.isResolvable(value);
}

/** @internal */
export function record(value: unknown): Record<string, unknown> {
  return isRecord(value) ? value : {};
}

/** Every token within a text has a brace or, for a number, a plus sign. */
const mayHoldToken = /[{+]/;

/**
 * Returns true for a value that only synthesis or Terraform knows. Most texts have no token, and asking cdktf takes
 * several times as long.
 *
 * @internal
 */
export function isUnresolved(value: unknown): boolean {
  return (typeof value !== 'string' || mayHoldToken.test(value)) && Token.isUnresolved(value);
}

const resolver = new DefaultTokenResolver(new StringConcat());

/**
 * Returns the value as synthesis will write it: lazy values evaluated, references as `${…}`.
 *
 * @internal
 */
export function resolved(value: unknown, scope: IConstruct): unknown {
  if (!isUnresolved(value)) return value;
  const direct = typeof value === 'string' ? soleToken(value, scope) : undefined;
  return direct ?? Tokenization.resolve(value, { scope, resolver, preparing: false });
}

/**
 * Resolves a text that consists of one reference, like nearly every secret. It takes a third of the time of the
 * general case.
 */
function soleToken(text: string, scope: IConstruct): string | undefined {
  const { firstToken, length } = Tokenization.reverseString(text);
  if (firstToken === undefined || length !== 1) return undefined;
  let isWhole = true;
  // A text: cdktn's references enumerate an answer that is a token, and would never end.
  const goDeeper = () => {
    isWhole = false;
    return '';
  };
  const context = { scope, preparing: false, resolve: goDeeper, registerPostProcessor: goDeeper };
  const value: unknown = firstToken.resolve(context);
  return isWhole && typeof value === 'string' && !isUnresolved(value) ? value : undefined;
}
