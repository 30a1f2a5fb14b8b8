import { DefaultTokenResolver, StringConcat, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * The value under a path of keys, or undefined where the path ends early.
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
 * An object that is neither a list nor one of cdktf's values which are resolved later.
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

const resolver = new DefaultTokenResolver(new StringConcat());

/**
 * The value as synthesis will write it: lazy values produced, references as `${…}`.
 *
 * @internal
 */
export function resolved(value: unknown, scope: IConstruct): unknown {
  if (!Token.isUnresolved(value)) return value;
  const direct = typeof value === 'string' ? soleToken(value, scope) : undefined;
  return direct ?? Tokenization.resolve(value, { scope, resolver, preparing: false });
}

/**
 * What a text stands for that is one reference and nothing else, as nearly every secret is: a third of the time that
 * resolving takes which is ready for anything.
 */
function soleToken(text: string, scope: IConstruct): string | undefined {
  const { firstToken, length } = Tokenization.reverseString(text);
  if (firstToken === undefined || length !== 1) return undefined;
  let isWhole = true;
  const goDeeper = (inner: unknown) => {
    isWhole = false;
    return inner;
  };
  const context = { scope, preparing: false, resolve: goDeeper, registerPostProcessor: goDeeper };
  const value: unknown = firstToken.resolve(context);
  return isWhole && typeof value === 'string' && !Token.isUnresolved(value) ? value : undefined;
}
