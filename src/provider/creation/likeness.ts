import { createHash } from 'node:crypto';

/**
 * Digest of the fields that a creation sends and the platform shows back: equal for objects that cannot be told
 * apart by them. A digest, because an endpoint's URL may carry a token of its receiver's.
 */
export function likenessOf(...fields: readonly unknown[]): string {
  const canonical = fields.map(field => (Array.isArray(field) ? [...new Set(field)].sort() : field));
  return createHash('sha256').update(JSON.stringify(canonical)).digest('hex').slice(0, 32);
}
