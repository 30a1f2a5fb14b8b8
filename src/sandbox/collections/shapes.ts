import { z } from 'zod';

/** Text in a request: its two ways to be wrong are told apart, since one means a missing field. */
export function text() {
  return z
    .string({ error: issue => (issue.input === undefined ? 'is required' : 'must be a string') })
    .min(1, { error: 'must not be empty' });
}

const loopbackHosts = new Set(['localhost', '127.0.0.1', '[::1]']);

/** An http:// address of this machine. */
export function isLoopbackAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && loopbackHosts.has(hostname);
}

/** Paragraph 2.1 asks for HTTPS; receivers on this machine may do without, or nobody could try one. */
function isDeliverable(address: string): boolean {
  return isLoopbackAddress(address) || (URL.canParse(address) && new URL(address).protocol === 'https:');
}

export const address = text().refine(isDeliverable, {
  error: 'must be an https:// address (http:// for loopback hosts alone)',
});
