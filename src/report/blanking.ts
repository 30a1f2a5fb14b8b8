import { printable, shortened, visible } from '../words/printable';
import { Needles } from './needles';
import { inKey, partsOfAddress } from './plan/address';

/** The text that replaces a secret. */
export const sensitiveMark = '(sensitive)';

/** Texts of many megabytes would take seconds. */
const longestShown = 100_000;

/**
 * Makes foreign texts fit to be shown: one line, of limited length, without control and invisible characters, and
 * without the secrets of the plan. Encoded secrets are not searched: Terraform marks what it computes of a secret.
 */
export class Blanking {
  private readonly secrets = new Needles();
  private readonly lowerCases = new Needles();
  private readonly cleaned = new Map<string, string>();

  constructor(secrets: Iterable<string>) {
    for (const secret of secrets)
      for (const text of asShown(secret)) {
        this.secrets.add(text);
        if (hasForms.test(text)) this.secrets.add(inKey(text));
        if (text !== text.toLowerCase()) this.lowerCases.add(text.toLowerCase());
      }
  }

  text(foreign: string): string {
    if (foreign.length > longestShown) return '(too long to show)';
    const known = this.cleaned.get(foreign);
    if (known !== undefined) return known;
    const cleaned = shortened(this.whole(foreign));
    this.cleaned.set(foreign, cleaned);
    return cleaned;
  }

  /** The same, of any length. */
  whole(foreign: string): string {
    return this.isSplitIn(foreign) ? sensitiveMark : printable(this.blanked(foreign));
  }

  optional(foreign: string | undefined): string | null {
    return foreign === undefined ? null : this.text(foreign);
  }

  /** Cleans a host. A URL stores it in lower case, and so a secret within it. */
  host(foreign: string): string {
    const lower = foreign.toLowerCase();
    const isSecret = this.secrets.areIn(lower) || this.lowerCases.areIn(lower);
    return isSecret ? sensitiveMark : this.text(foreign);
  }

  /** Cleans an address of Terraform. Only its keys can hold values; all else is the configuration’s own words. */
  address(foreign: string): string {
    if (!foreign.includes('[')) return printable(foreign);
    const parts = partsOfAddress(foreign).map(({ is, text }) =>
      is === 'names' ? text : `[${this.key(text)}]`,
    );
    return printable(parts.join(''));
  }

  /** A key in quotes, or the position of an instance. */
  private key(foreign: string): string {
    const isQuoted = foreign.length > 1 && foreign.startsWith('"') && foreign.endsWith('"');
    return isQuoted ? `"${this.text(foreign.slice(1, -1))}"` : this.text(foreign);
  }

  private blanked(text: string): string {
    if (!this.secrets.areIn(text)) return text;
    let blanked = '';
    let reached = 0;
    for (const [start, end] of this.secrets.in(text)) {
      if (start >= reached) blanked += text.slice(reached, start) + sensitiveMark;
      reached = Math.max(reached, end);
    }
    return blanked + text.slice(reached);
  }

  /** True if invisible characters, or breaks of lines, stand within a secret. */
  private isSplitIn(text: string): boolean {
    return asShown(this.blanked(text))
      .slice(1)
      .some(shown => this.secrets.areIn(shown));
  }
}

/** Most texts have one form alone. */
const hasForms = /[^\x20-\x7e]|^ | $| {2}|["\\]|[$%]\{/;

/** Returns the text as it is, then without invisible characters, and on one line, where these differ. */
function asShown(text: string): readonly string[] {
  if (!hasForms.test(text)) return [text];
  const oneLine = text.replace(/\s+/g, ' ').trim();
  return [...new Set([text, visible(text), visible(oneLine)])];
}
