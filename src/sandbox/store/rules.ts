import { z } from 'zod';
import { ApiError, invalidFields } from '../http/api-error';

/** A text in a request. The message distinguishes a missing field from a wrong type. */
function text() {
  return z
    .string({ error: issue => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, { error: 'must not be empty' });
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Returns true for an http:// address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && loopbackHosts.has(hostname);
}

/** Paragraph 2.1 requires HTTPS. Receivers on this machine may use HTTP: otherwise nobody could try one. */
function isDeliverable(address: string): boolean {
  return isLoopbackAddress(address) || (URL.canParse(address) && new URL(address).protocol === 'https:');
}

const address = text().refine(isDeliverable, {
  error: 'must be an https:// address (http:// for loopback hosts alone)',
});

/** Accepts any name of this form: paragraph 6.2 calls its list of types incomplete. */
const eventType = text().regex(/^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)+$/, {
  error: 'must be an event type such as alert.created',
});

const scope = text().regex(/^[a-z][a-z0-9_]*:[a-z][a-z0-9_]*$/, {
  error: 'must be a scope such as tenants:read',
});

const events = z
  .array(eventType, {
    error: issue => (issue.input === undefined ? 'is required' : 'must be an array of strings'),
  })
  .min(1, { error: 'must name at least one event type' });

/** Every endpoint needs a secret: every delivery is signed (paragraph 6.1.3). */
export const webhookCreation = z.object({ url: address, events, secret: text() });
export const webhookChange = webhookCreation.partial();

const scopes = z.array(scope, { error: 'must be an array of strings' });

/** Paragraph 5.1: scopes are optional. A key without scopes is unrestricted. */
export const apiKeyCreation = z.object({ name: text(), tenant_id: text(), scopes: scopes.default([]) });
export const apiKeyChange = z.object({ name: text(), scopes }).partial();

const pageLimit = 'must be a whole number from 1 to 100';
export const pageQuery = z.object({
  limit: z.coerce
    .number({ error: pageLimit })
    .int(pageLimit)
    .min(1, pageLimit)
    .max(100, pageLimit)
    .default(100),
  cursor: z.string().optional(),
});

/** @throws {ApiError} 422 with the names of the invalid fields */
export function accept<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of result.error.issues) {
    const [field, index] = path;
    const text = typeof index === 'number' ? `item ${index + 1} ${message}` : message;
    fields[String(field ?? 'body')] ??= text;
  }
  throw invalidFields(fields);
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
