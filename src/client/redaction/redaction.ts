import { EchoSearch } from './echo-search';
import { shortestNeedle } from './needles';
import { printable, printableLines } from './printable';

/**
 * Cleans what the platform says before it can reach a message. A platform may echo what it was sent, so every
 * secret of this process is remembered and blanked, in each encoding in which an echo could come back.
 */
export interface Redactor {
  remember(secret: string): void;
  /** One line, of bearable length. */
  clean(text: string): string;
}

const longestText = 300;
/** Longer texts are pages or dumps, not messages. */
const longestSearched = 4096;
const ellipsis = '…';
const unshownWords = '(not shown: these words repeat a secret)';
const unshownText =
  'This message is not shown: the platform’s words in it repeat a secret in a form that cannot be blanked.';

export function createRedactor(): Redactor {
  const search = new EchoSearch();
  return {
    remember: secret => search.add(secret),
    clean(text) {
      if (text.length > longestSearched) return `(not shown: ${text.length} characters)`;
      const blanked = search.blank(text);
      if (blanked === undefined) return unshownWords;
      // After the blanking: half a secret is not found any more.
      const cleaned = printable(blanked).trim();
      if (cleaned.length <= longestText) return cleaned;
      return cleaned.slice(0, longestText).replace(/[\ud800-\udbff]$/, '') + ellipsis;
    },
  };
}

/**
 * A text of our own, fit for a terminal and without these secrets in any encoding. Our line feeds stay. A secret of
 * fewer than four characters is in every text.
 */
export function redact(text: string, secrets: readonly string[]): string {
  const search = new EchoSearch();
  for (const secret of secrets) if (secret.length >= shortestNeedle) search.add(secret);
  return printableLines(search.blank(text) ?? unshownText);
}
