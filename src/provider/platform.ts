import { createHash, timingSafeEqual } from 'node:crypto';
import type { Client } from '../client';

/** What handlers are given: the platform's client, and what the provider's configuration says about its use. */
export interface Platform extends Client {
  /** Whether plans may revoke or narrow the very key that the provider runs with. */
  readonly allowsSelfRevoke: boolean;
  /** Whether this is the fingerprint of the key that the provider runs with. */
  isOwnKey(fingerprint: string | undefined): boolean;
}

export interface PlatformSettings {
  /** Absent when a person's login is used. */
  readonly apiKey: string | undefined;
  readonly allowsSelfRevoke: boolean;
}

export function platformOf(client: Client, { apiKey, allowsSelfRevoke }: PlatformSettings): Platform {
  const own = apiKey === undefined ? undefined : Buffer.from(fingerprintOf(apiKey));
  return {
    ...client,
    allowsSelfRevoke,
    isOwnKey: fingerprint =>
      own !== undefined && fingerprint !== undefined && timingSafeEqual(own, Buffer.from(fingerprint)),
  };
}

/**
 * Tells keys apart without holding them. A key has 32 random characters, so its hash gives nothing away and may
 * stand in private state.
 */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
