import { printable, printableLines, shortened } from '../../words/printable';
import { mask } from './mask';

const longestText = 300;
/** Longer texts are web pages or dumps, not messages. */
const longestSearched = 4096;
/** Own text with a shorter secret would become unreadable. */
const shortestInOwnText = 4;
/** Takes the place of a secret while other secrets are searched. Unicode assigns it no character. */
const hole = '\uffff';

/**
 * Cleans text from the platform before it appears in a message. The platform may repeat a request in any encoding, so
 * text is not decoded: what could be an encoded secret is masked.
 */
export class Redactor {
  private readonly secrets = new Set<string>();

  /** Replaces this secret in every later text. */
  remember(secret: string): void {
    if (secret.trim() !== '') this.secrets.add(secret);
  }

  /** Returns one line of limited length. @param shown values of the request that are no secrets */
  clean(text: string, shown: readonly string[] = []): string {
    if (text.length > longestSearched) return `(not shown: ${text.length} characters)`;
    // Truncate at the end: half a secret would not be found.
    return shortened(printable(named(mask(without(this.secrets, text), shown))).trim(), longestText);
  }
}

/** Makes our own text safe for a terminal, without these secrets. Line feeds stay. */
export function redact(text: string, secrets: readonly string[]): string {
  const long = secrets.filter(secret => secret.trim().length >= shortestInOwnText);
  return printableLines(named(without(long, text)));
}

const named = (text: string) => text.replaceAll(hole, '[redacted]');

function without(secrets: Iterable<string>, text: string): string {
  const longestFirst = [...new Set(secrets)].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((rest, secret) => {
    const escaped = escapedForm(secret);
    const literal = rest.replaceAll(secret, hole);
    return escaped === undefined ? literal : literal.replace(escaped, hole);
  }, text);
}

/** Shorter secrets would be found in every text. */
const shortestEscaped = 8;
/** The longest escape of one character, such as `\ud83d\ude42`. */
const longestEscape = 12;

/**
 * Matches the letters and digits of a secret, which no escape changes, with escapes between them. The groups are atomic
 * (a lookahead and its backreference): without this, some texts would take minutes.
 */
function escapedForm(secret: string): RegExp | undefined {
  const runs = [...secret.matchAll(/([^A-Za-z0-9]*)([A-Za-z0-9]+)/g)];
  if (runs.length < 2 || secret.replace(/[^A-Za-z0-9]/g, '').length < shortestEscaped) return undefined;
  const parts = runs.map(([, gap = '', run = ''], index) =>
    index === 0 ? run : `(?=([^]{0,${gap.length * longestEscape}}?${run}))\\${index}`,
  );
  return new RegExp(parts.join(''), 'g');
}
