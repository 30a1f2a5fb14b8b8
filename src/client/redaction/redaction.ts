import { EchoSearch } from './echo-search';
import { shortestNeedle } from './needles';
import { printable, printableLines } from './printable';

/**
 * Cleans text from the platform before it appears in a message. The platform may echo a request. So the redactor
 * remembers every secret of this process and replaces it, in each encoding in which an echo may contain it.
 */
export interface Redactor {
  remember(secret: string): void;
  /** Returns one line of limited length. */
  clean(text: string): string;
}

const longestText = 300;
/** Longer texts are web pages or dumps, not messages. */
const longestSearched = 4096;
const ellipsis = '…';
const unshownWords = '(not shown: this text repeats a secret)';
const unshownText =
  'This message is not shown: the platform’s text in it repeats a secret in a form that cannot be ' +
  'removed.';

export function createRedactor(): Redactor {
  const search = new EchoSearch();
  return {
    remember: secret => search.add(secret),
    clean(text) {
      if (text.length > longestSearched) return `(not shown: ${text.length} characters)`;
      const blanked = search.blank(text);
      if (blanked === undefined) return unshownWords;
      // Truncate after the replacement: half a secret would not be found.
      const cleaned = printable(blanked).trim();
      if (cleaned.length <= longestText) return cleaned;
      return cleaned.slice(0, longestText).replace(/[\ud800-\udbff]$/, '') + ellipsis;
    },
  };
}

/**
 * Makes our own text safe for a terminal, without these secrets in any encoding. Line feeds stay. Secrets of fewer
 * than four characters are not replaced: they occur in every text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const search = new EchoSearch();
  for (const secret of secrets) if (secret.length >= shortestNeedle) search.add(secret);
  return printableLines(search.blank(text) ?? unshownText);
}
