import { createHmac } from 'node:crypto';

/** As paragraph 6.1 spells it: some receivers (Lambda behind a REST API) compare the names of headers with their case. */
export const signatureHeader = 'X-SVC-Signature-256';

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

/** True for a secret such as `file("secret.txt")`. The platform signs with its last character, too. */
export const endsInSpace = (secret: string): boolean => /\s$/.test(secret);
