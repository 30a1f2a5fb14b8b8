import { randomInt } from 'node:crypto';
import { type Form, formsOf } from './forms';

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
  return { name, value: `planted ${awkward}${core}${awkward}` };
}

/** Cache: all texts of a scenario are searched for the same secrets, of which there may be thousands. */
const known = new Map<string, readonly Form[]>();

function knownForms(secret: string): readonly Form[] {
  const forms = known.get(secret) ?? formsOf(secret);
  known.set(secret, forms);
  return forms;
}

/**
 * Searches a text for secrets in every encoding of the redactor's list, and for their cores. The core is the
 * longest run of letters and digits. It identifies truncated secrets and unknown quoting.
 */
export function findLeaks(source: string, text: string, secrets: readonly Secret[]): readonly Leak[] {
  return secrets.flatMap(secret =>
    knownForms(secret.value).flatMap(({ name, text: needle }) => {
      const offset = text.indexOf(needle);
      return offset < 0 ? [] : [{ secret: secret.name, form: name, source, offset }];
    }),
  );
}
