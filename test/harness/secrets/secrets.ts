import { randomInt } from 'node:crypto';
import { encodings } from './encodings';

/** A secret value, and the name that reports use for it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Place and form of a secret that was found, without the secret. */
export interface Leak {
  readonly secret: string;
  readonly form: string;
  readonly source: string;
  /** Characters from the start of the source. */
  readonly offset: number;
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** Characters that each kind of quoting would change, and a letter beyond ASCII. */
const awkward = '"<&>%+\\/ü ';

/** Creates a secret that every encoder changes. Its core is changed only by base64 and hexadecimal. */
export function makeSecret(name: string): Secret {
  const core = Array.from({ length: 32 }, () => letters[randomInt(letters.length)]).join('');
  return { name, value: `planted ${awkward}${core}${awkward}!` };
}

/**
 * Searches a text for secrets in every encoding of the redactor's list, and for their cores. The core is the
 * longest run of letters and digits. It identifies truncated secrets and unknown quoting.
 */
export function findLeaks(source: string, text: string, secrets: readonly Secret[]): readonly Leak[] {
  return secrets.flatMap(secret =>
    formsOf(secret.value).flatMap(({ name, text: needle }) => {
      const offset = text.indexOf(needle);
      return offset < 0 ? [] : [{ secret: secret.name, form: name, source, offset }];
    }),
  );
}

/** A form in which a secret may appear in a text, with the encoding's name for reports. */
interface Form {
  readonly name: string;
  readonly text: string;
}

/** Shorter encoded texts would match by chance. */
const shortestEncoded = 6;

/** Cache: all texts of a scenario are searched for the same secrets, of which there may be thousands. */
const known = new Map<string, readonly Form[]>();

/** Returns every form of the secret, and of its core, to search for. */
function formsOf(secret: string): readonly Form[] {
  const forms = known.get(secret) ?? makeForms(secret);
  known.set(secret, forms);
  return forms;
}

function makeForms(secret: string): readonly Form[] {
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
function coreOf(secret: string): string | undefined {
  const runs = secret.match(/[A-Za-z0-9]{16,}/g) ?? [];
  return runs.toSorted((one, other) => other.length - one.length)[0];
}
