import * as z from 'zod';
import { isLoopback } from '../../client/contract/base-url';

/** A text in a request. The message distinguishes a missing field from a wrong type. */
export function text() {
  return z
    .string({ error: issue => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, { error: 'must not be empty' });
}

/** Returns true for an http:// address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isLoopback(hostname);
}

/** Accepts HTTPS, as paragraph 2.1 requires. Receivers on this machine may use HTTP: otherwise nobody could try one. */
function isDeliverable(address: string): boolean {
  return isLoopbackAddress(address) || (URL.canParse(address) && new URL(address).protocol === 'https:');
}

export const address = text().refine(isDeliverable, {
  error: 'must be an https:// address (http:// for loopback hosts alone)',
});
