import { randomInt } from 'node:crypto';
import { type Form, formsOf } from '../../src/client/redaction/forms';

/** A value that must be seen nowhere, and the name under which a report may speak of it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Where a secret was found and how it was written there; never the secret itself. */
export interface Leak {
  readonly secret: string;
  readonly form: string;
  readonly source: string;
  /** Characters from the start of the source. */
  readonly offset: number;
}

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
/** What each way of quoting would change, and a letter beyond ASCII. */
const awkward = '"<&>%+\\/ü ';

/** A secret that no encoder leaves as it is, around a core that only base64 and hexadecimal change. */
export function makeSecret(name: string): Secret {
  const core = Array.from({ length: 32 }, () => letters[randomInt(letters.length)]).join('');
  return { name, value: `planted ${awkward}${core}${awkward}` };
}

/** Each text of a scenario is searched for the same secrets, of which there may be thousands. */
const known = new Map<string, readonly Form[]>();

function knownForms(secret: string): readonly Form[] {
  const forms = known.get(secret) ?? formsOf(secret);
  known.set(secret, forms);
  return forms;
}

/**
 * Searches a text for secrets in every encoding of the redactor's own list, and for their cores: the longest run of
 * letters and digits stands in for the whole, so that a part of a secret, or one quoted in another way, is found too.
 */
export function findLeaks(source: string, text: string, secrets: readonly Secret[]): readonly Leak[] {
  return secrets.flatMap(secret =>
    knownForms(secret.value).flatMap(({ name, text: needle }) => {
      const offset = text.indexOf(needle);
      return offset < 0 ? [] : [{ secret: secret.name, form: name, source, offset }];
    }),
  );
}
