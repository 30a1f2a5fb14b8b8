import { createHmac } from 'node:crypto';

/**
 * The body of an event. Its white space is not that of `JSON.stringify`, so a receiver that signs what it has parsed and
 * serialised, instead of the raw body, is found: the document promises no spelling.
 */
export function deliveryBody(event: object): string {
  return JSON.stringify(event, undefined, 1);
}

/** Returns `sha256=` and the lowercase hexadecimal HMAC-SHA256 of the raw body (paragraph 6.1, rule 3). */
export function signatureOf(secret: string, body: string): string {
  return `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
}
