import { Token } from 'cdktf';

/** Returns the value at a path of keys; undefined if the path ends early. */
export function at(value: unknown, ...keys: string[]): unknown {
  let inner = value;
  for (const key of keys) inner = isRecord(inner) ? inner[key] : undefined;
  return inner;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Every token within a text has a brace or, for a number, a plus sign. */
const mayHoldToken = /[{+]/;

/** True for a value that only Terraform knows. Asking cdktf about texts without a token would be slow. */
export function isUnresolved(value: unknown): boolean {
  return (typeof value !== 'string' || mayHoldToken.test(value)) && Token.isUnresolved(value);
}

/** Returns a text as it will be in the configuration; undefined for a value that only Terraform knows. */
export function plainText(value: unknown): string | undefined {
  const isKnown = typeof value === 'string' && !isUnresolved(value) && !/(?<!\$)\$\{|(?<!%)%\{/.test(value);
  return isKnown ? value : undefined;
}
