import { encodings } from './encodings';

/** A form in which a secret may appear in a text, with the encoding's name for reports. */
export interface Form {
  readonly name: string;
  readonly text: string;
}

/** Shorter encoded texts would match by chance. */
const shortestEncoded = 6;

/** Returns every form of the secret, and of its core, to search for. */
export function formsOf(secret: string): readonly Form[] {
  const core = coreOf(secret);
  const names = new Map([[secret, 'raw']]);
  for (const { name, encode } of encodings) {
    for (const text of [encode(secret), ...(core === undefined ? [] : [encode(core)])]) {
      if (text.length >= shortestEncoded && !names.has(text)) names.set(text, name);
    }
  }
  return [...names].map(([text, name]) => ({ name, text }));
}

/** Returns the longest run of letters and digits, which identifies a truncated secret; undefined if it is too short. */
export function coreOf(secret: string): string | undefined {
  const runs = secret.match(/[A-Za-z0-9]{16,}/g) ?? [];
  return runs.toSorted((one, other) => other.length - one.length)[0];
}
