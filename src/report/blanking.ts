import { printable } from '../client';
import { readingsOf } from '../client/redaction/decoding';
import { encodings } from '../client/redaction/encodings';
import { coreOf } from '../client/redaction/forms';
import { Needles, shortestNeedle } from '../client/redaction/needles';
import { visible } from '../client/redaction/printable';
import { partsOfAddress } from './plan/address';

/** The text that replaces a secret. */
export const sensitiveMark = '(sensitive)';

/** Longer texts are shortened: a report is for people. */
const longestText = 200;

/** A longer text is not shown: the search for encoded secrets would take minutes and gigabytes for some megabytes. */
const longestSearched = 100_000;

const tooLong = '(too long to show)';

/** A run that may encode a secret, or a sequence that may escape one. */
const mayEncode =
  /[A-Za-z0-9+/_=-]{16,}|[\\%&\p{Cc}\p{Cf}]|\d[\s,;]+\d+[\s,;]+\d|[\da-f]{2}(?:[\s:,-]+[\da-f]{2}){3}/iu;

/** Encodings of shorter secrets are shorter than the runs above: they are searched for as they are. */
const shortestRun = 16;

/** Shorter encoded texts would match by chance. */
const shortestEncoded = 6;

/** Encodings without any of the signs above. */
const unmarked = encodings.filter(({ name }) => /^(?:base32|base64|hexadecimal|form, minimal)/.test(name));

/**
 * Makes foreign texts fit to be shown: one line, of limited length, without control and invisible characters, and
 * without the secrets of the plan. A text that repeats a secret in an encoding is not shown at all.
 */
export class Blanking {
  private readonly secrets = new Needles();
  private readonly encodings = new Needles();
  private readonly cleaned = new Map<string, string>();
  private readonly hosts = new Map<string, string>();

  private readonly cores: LazyNeedles;
  /** Of the secrets that have other letters, too. */
  private readonly lowerCases: LazyNeedles;

  constructor(secrets: Iterable<string>) {
    const all = [...secrets].flatMap(asShown);
    for (const secret of all) {
      this.secrets.add(secret);
      for (const text of shortEncodings(secret)) this.encodings.add(text);
    }
    this.cores = new LazyNeedles(all, coreOf);
    this.lowerCases = new LazyNeedles(all, lowerCaseOf);
  }

  text(foreign: string): string {
    if (foreign.length > longestSearched) return tooLong;
    const known = this.cleaned.get(foreign);
    if (known !== undefined) return known;
    const isHidden = this.isEncodedIn(foreign) || this.isSplitIn(foreign);
    const cleaned = isHidden ? sensitiveMark : shortened(printable(this.blanked(foreign)));
    this.cleaned.set(foreign, cleaned);
    return cleaned;
  }

  /** Cleans a host. A URL stores it in lower case, and so a secret within it. */
  host(foreign: string): string {
    if (foreign.length > longestSearched) return tooLong;
    const known = this.hosts.get(foreign);
    if (known !== undefined) return known;
    const text = foreign.toLowerCase();
    const isHidden = this.secrets.areIn(text) || this.lowerCases.areIn(text) || this.isEncodedIn(foreign);
    const cleaned = isHidden ? sensitiveMark : shortened(printable(foreign));
    this.hosts.set(foreign, cleaned);
    return cleaned;
  }

  /** Cleans an identifier that the platform has made: random letters, of which no run encodes anything. */
  identifier(foreign: string): string {
    return /^[a-z]{1,10}_[A-Za-z0-9]{1,40}$/.test(foreign) && !this.encodings.areIn(foreign)
      ? printable(this.blanked(foreign))
      : this.text(foreign);
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
    for (const { start, end } of this.secrets.in(text)) {
      if (start >= reached) blanked += text.slice(reached, start) + sensitiveMark;
      reached = Math.max(reached, end);
    }
    return blanked + text.slice(reached);
  }

  /** True if invisible characters, or breaks of lines, stand within a secret. */
  private isSplitIn(text: string): boolean {
    return asShown(this.blanked(text))
      .slice(1)
      .some(shown => this.secrets.areIn(shown) || this.isEncodedIn(shown));
  }

  private isEncodedIn(text: string): boolean {
    if (this.encodings.areIn(text)) return true;
    if (!mayEncode.test(text)) return false;
    const [, ...readings] = readingsOf({ text });
    return (
      this.cores.areIn(this.blanked(text)) ||
      readings.some(({ text: reading }) => this.secrets.areIn(reading) || this.cores.areIn(reading))
    );
  }
}

/** Needles that are made with the first search: few texts need it. */
class LazyNeedles {
  private needles: Needles | undefined;

  constructor(
    private readonly secrets: readonly string[],
    private readonly needleOf: (secret: string) => string | undefined,
  ) {}

  areIn(text: string): boolean {
    this.needles ??= this.made();
    return this.needles.areIn(text);
  }

  private made(): Needles {
    const needles = new Needles();
    for (const secret of this.secrets) {
      const needle = this.needleOf(secret);
      if (needle !== undefined) needles.add(needle);
    }
    return needles;
  }
}

function lowerCaseOf(secret: string): string | undefined {
  const text = secret.toLowerCase();
  return text === secret ? undefined : text;
}

function shortEncodings(secret: string): readonly string[] {
  if (secret.length < shortestNeedle || secret.length >= shortestRun) return [];
  return unmarked
    .map(({ encode }) => encode(secret))
    .filter(text => text.length >= shortestEncoded && text !== secret);
}

/** Most texts have one form alone. */
const hasForms = /[^\x20-\x7e]|^ | $| {2}/;

/** Returns the text as it is, then without invisible characters, and on one line, where these differ. */
function asShown(text: string): readonly string[] {
  if (!hasForms.test(text)) return [text];
  const oneLine = text.replace(/\s+/g, ' ').trim();
  return [...new Set([text, visible(text), visible(oneLine)])];
}

function shortened(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
