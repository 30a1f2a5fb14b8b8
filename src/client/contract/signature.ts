import { createHmac } from 'node:crypto';

/** Returns `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the raw body (paragraph 6.1, rule 3). */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
