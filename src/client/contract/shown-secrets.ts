import { createHash } from 'node:crypto';
import { type Fields, namesOf } from './fields';

const masked = /[*•●]{2,}|\.{3}|…/;

/** True if a text is the secret, a part of it at an end, its SHA-256, or a mask. */
function standsFor(shown: string, secret: string): boolean {
  const hash = createHash('sha256').update(secret).digest();
  const isHash = [hash.toString('hex'), hash.toString('base64')].includes(shown.replace(/^sha256[:=]/i, ''));
  return masked.test(shown) || isHash || secret.startsWith(shown) || secret.endsWith(shown);
}

/** Returns the hidden fields that were sent and that the answer shows with another value, by their names. */
export function otherSecrets(fields: Fields, sent: object, answer: unknown): ReadonlyMap<string, string> {
  const values = namesOf(fields, 'hidden').map(name => [name, Reflect.get(Object(answer), name)] as const);
  const isOther = (entry: readonly [string, unknown]): entry is readonly [string, string] => {
    const [name, shown] = entry;
    const secret: unknown = Reflect.get(sent, name);
    return typeof shown === 'string' && typeof secret === 'string' && !standsFor(shown, secret);
  };
  return new Map(values.filter(isOther));
}
