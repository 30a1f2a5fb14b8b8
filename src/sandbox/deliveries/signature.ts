import { createHmac } from 'node:crypto';

/** Returns the value of `X-SVC-Signature-256` for a raw body (paragraph 6.1.3). */
export function signature(secret: string, rawBody: string): string {
  return `sha256=${createHmac('sha256', secret).update(rawBody).digest('hex')}`;
}
