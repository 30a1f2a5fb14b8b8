/** A JSON value of a plan. Nothing of it is trusted: a plan is a file that anybody may have written. */
export type Json = unknown;

export type JsonObject = Readonly<Record<string, Json>>;

const none: JsonObject = Object.freeze(Object.create(null));

/** Returns the value if it is an object; else an empty one. */
export function objectIn(value: Json): JsonObject {
  return isObject(value) ? value : none;
}

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns the value if it is a list; else an empty one. */
export function listIn(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

export function textIn(value: Json): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function flagIn(value: Json): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

export function numberIn(value: Json): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export const textsIn = (value: Json): readonly string[] =>
  listIn(value).filter(one => typeof one === 'string');

/** Returns an own member. A plan may name a member `constructor` or `__proto__`. */
export function member(value: Json, name: string): Json {
  return isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Returns a member of an object, or an element of a list. */
export const partAt = (value: Json, name: string): Json =>
  Array.isArray(value) ? value[Number(name)] : member(value, name);

/** True if both are the same JSON. Absent is null. */
export const isEqual = (one: Json, other: Json): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** A whole number outside of strings that may have more digits than Node.js keeps. The last string may be cut. */
const longNumber = /"[^"\\]*(?:\\.[^"\\]*)*"?|(?<![\d.])-?\d{16,}(?![\d.eE])/gs;

/**
 * Returns undefined for a text that is no JSON: `JSON.parse` quotes the text in its message. A long number becomes the text of
 * its digits: a rounded one is not found within another text.
 */
export function jsonIn(text: string): Json {
  const isLong = /[:,[\s]-?\d{16}/.test(text);
  const isKept = (found: string) => found.startsWith('"') || Number.isSafeInteger(Number(found));
  try {
    return JSON.parse(
      isLong ? text.replace(longNumber, found => (isKept(found) ? found : `"${found}"`)) : text,
    );
  } catch {
    return undefined;
  }
}
