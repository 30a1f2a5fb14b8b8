import * as z from 'zod';
import type { Shape } from '../collections/sandbox-collection';
import { ApiError, invalidFields } from '../http/api-error';

const pageLimit = 'must be a whole number from 1 to 100';
export const pageQuery = z.object({
  limit: z.coerce
    .number({ error: pageLimit })
    .int(pageLimit)
    .min(1, pageLimit)
    .max(100, pageLimit)
    .default(100),
  /** The position of an object. */
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, 'is not a cursor of this list')
    .transform(Number)
    .optional(),
});

/** @throws {ApiError} 422 with the names of the invalid fields */
export function accept<Value>(shape: Shape<Value>, input: unknown): Value {
  const result = shape.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) {
    const [field, index] = path;
    const text = typeof index === 'number' ? `item ${index + 1} ${message}` : message;
    fields[String(field ?? 'body')] ??= text;
  }
  throw invalidFields(fields);
}

/**
 * Like `accept`, and refuses unknown fields. The API ignores them, as many platforms do, unless its dialect is strict. A
 * control does not: a misspelt field would have no effect.
 *
 * @throws {ApiError} 422 with the names of the invalid and the unknown fields
 */
export function acceptKnown<Value extends object>(shape: Shape<Value>, input: object): Value {
  const accepted = accept(shape, input);
  const unknown = unknownFields(input, accepted);
  if (unknown.length === 0) return accepted;
  throw invalidFields(Object.fromEntries(unknown.map(name => [name, 'is not a known field'])));
}

/** Returns the names of the fields that a shape does not know: its result is without them. */
export function unknownFields(input: object, accepted: object): readonly string[] {
  return Object.keys(input).filter(name => !Object.hasOwn(accepted, name));
}

/** @throws {ApiError} 400 unless the text is a JSON object */
export function parseObject(body: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new ApiError(400, 'malformed_json', 'The request body is not JSON.');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    throw new ApiError(400, 'malformed_json', 'The request body must be a JSON object.');
  }
  return parsed;
}
