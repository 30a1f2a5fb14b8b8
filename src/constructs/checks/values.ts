import { DefaultTokenResolver, StringConcat, Token, Tokenization } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * The value under a path of keys, or undefined where the path ends early.
 *
 * @internal
 */
export function at(value: unknown, ...keys: string[]): unknown {
  return keys.reduce<unknown>((inner, key) => (isRecord(inner) ? inner[key] : undefined), value);
}

/** @internal */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/**
 * The value as synthesis will write it: lazy values produced, references as `${…}`.
 *
 * @internal
 */
export function resolved(value: unknown, scope: IConstruct): unknown {
  if (!Token.isUnresolved(value)) return value;
  const resolver = new DefaultTokenResolver(new StringConcat());
  return Tokenization.resolve(value, { scope, resolver, preparing: false });
}
