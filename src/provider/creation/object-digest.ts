import { createHash } from 'node:crypto';

/**
 * Digest of the canonical fields that a create request sends and later answers show. Objects with equal digests look the
 * same.
 * The journal stores the digest, not the fields: the URL of an endpoint may carry a token of its receiver.
 */
export function digestOf(fields: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('hex').slice(0, 32);
}
