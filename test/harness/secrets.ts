import { randomInt } from 'node:crypto';

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

/**
 * Searches a text for secrets: as they are, percent-encoded, JSON-escaped (as JavaScript and as Go do it), in
 * base64 at each of the three alignments, and in hexadecimal. The core, the longest run of letters and digits, stands
 * in for the whole, so that a part of a secret, or one quoted twice, is found too.
 */
export function findLeaks(source: string, text: string, secrets: readonly Secret[]): readonly Leak[] {
  return secrets.flatMap(secret =>
    formsOf(secret.value).flatMap(({ form, needle }) => {
      const offset = text.indexOf(needle);
      return offset < 0 ? [] : [{ secret: secret.name, form, source, offset }];
    }),
  );
}

interface Form {
  readonly form: string;
  readonly needle: string;
}

export function formsOf(value: string): readonly Form[] {
  const core = coreOf(value);
  const quoted = JSON.stringify(value).slice(1, -1);
  const forms: Form[] = [
    { form: 'raw', needle: core },
    { form: 'raw', needle: value },
    { form: 'URL-escaped', needle: encodeURIComponent(value) },
    { form: 'JSON-escaped', needle: quoted },
    { form: 'JSON-escaped as Go does', needle: quoted.replace(/[<>&]/g, escapeAsGo) },
    { form: 'hexadecimal', needle: Buffer.from(core).toString('hex') },
    { form: 'hexadecimal', needle: Buffer.from(core).toString('hex').toUpperCase() },
    ...[0, 1, 2].flatMap(shift => base64Forms(core, shift)),
  ];
  return forms.filter(({ needle }, index) => forms.findIndex(other => other.needle === needle) === index);
}

const escapeAsGo = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Short secrets, or such without a run of letters and digits, are searched as a whole. */
function coreOf(value: string): string {
  const runs = value.match(/[A-Za-z0-9]+/g) ?? [];
  const longest = runs.reduce((best, run) => (run.length > best.length ? run : best), '');
  return longest.length >= 16 ? longest : value;
}

const shortestInBase64 = 9;

/**
 * Base64 writes three bytes as four characters, so what stands before the core decides among three spellings. The
 * characters at either end also hold bits of the neighbours, and are cut off.
 */
function base64Forms(core: string, shift: number): readonly Form[] {
  const bytes = Buffer.concat([Buffer.alloc(shift), Buffer.from(core)]);
  const whole = bytes.length - (bytes.length % 3);
  // Of a short secret so little is left that it would be found by chance.
  if (whole < shortestInBase64) return [];
  const standard = bytes
    .subarray(0, whole)
    .toString('base64')
    .slice(shift === 0 ? 0 : 4);
  const urlSafe = standard.replaceAll('+', '-').replaceAll('/', '_');
  return [
    { form: 'base64', needle: standard },
    { form: 'base64url', needle: urlSafe },
  ];
}
