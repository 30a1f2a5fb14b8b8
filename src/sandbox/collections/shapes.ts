import * as z from 'zod';
import { isLoopback, parsed, unsafetyOf } from '../../constructs/addresses/address';

/** A text in a request. The message distinguishes a missing field from a wrong type. */
export function text() {
  return z
    .string({ error: issue => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, { error: 'must not be empty' });
}

/** Returns true for an http:// address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  const url = parsed(address);
  return url?.protocol === 'http:' && isLoopback(url.hostname);
}

/** Paragraph 2.1. Receivers on this machine may use HTTP: otherwise nobody could try one. */
export const address = text().refine(each => unsafetyOf(each) === undefined, {
  error: 'must be an https:// address (http:// for loopback hosts alone)',
});
