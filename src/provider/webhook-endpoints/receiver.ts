import { printable } from '../../client';
import { shownHost } from '../../risks/host';

/**
 * Returns the host of an endpoint's address, for messages. The rest of an address may hold a token of the receiver, and
 * Terraform does not tell a provider which values a configuration marks as sensitive.
 */
export function receiverOf(url: unknown): string {
  return printable(shownHost(url) ?? 'an unknown address');
}
