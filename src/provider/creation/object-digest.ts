import { createHash } from 'node:crypto';

/**
 * Digest of the fields that a create request sends and later answers show. Objects with equal digests look the same.
 * The journal stores the digest, not the fields: the URL of an endpoint may carry a token of its receiver.
 */
export function digestOf(...fields: readonly unknown[]): string {
  const canonical = fields.map(field => (Array.isArray(field) ? [...new Set(field)].sort() : field));
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex').slice(0, 32);
}
