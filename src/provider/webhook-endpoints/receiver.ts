import { printable } from '../../client';

/**
 * Returns the host of an endpoint's address, for messages. The rest of an address may hold a token of the receiver, and
 * Terraform does not tell a provider which values a configuration marks as sensitive.
 */
export function receiverOf(url: unknown): string {
  return typeof url === 'string' && URL.canParse(url) ? printable(new URL(url).host) : 'an unknown address';
}
