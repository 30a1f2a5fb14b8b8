/**
 * Thrown for a text that is not in Terraform's expression language.
 *
 * @internal
 */
export class UnreadableExpression extends Error {}

const blank = /(?:[ \t\r\n]|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const blankWithinLine = /(?:[ \t\r]|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;

/**
 * Reads a text from left to right. All its patterns must be sticky.
 *
 * @internal
 */
export class Scanner {
  private at = 0;
  private newlineEnds = false;

  public constructor(private readonly text: string) {}

  public get isAtEnd(): boolean {
    return this.at >= this.text.length;
  }

  /** Matches a pattern at the current position and advances. */
  public take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text) ?? undefined;
    if (match !== undefined) this.at = pattern.lastIndex;
    return match;
  }

  /** Matches a pattern after blanks and comments. */
  public takeToken(pattern: RegExp): string | undefined {
    const start = this.at;
    this.take(this.newlineEnds ? blankWithinLine : blank);
    const token = this.take(pattern)?.[0];
    if (token === undefined) this.at = start;
    return token;
  }

  public expectToken(pattern: RegExp): string {
    return this.takeToken(pattern) ?? this.fail();
  }

  public looksAt(pattern: RegExp): boolean {
    const start = this.at;
    const found = this.takeToken(pattern) !== undefined;
    this.at = start;
    return found;
  }

  /** A newline ends an entry of an object, but is a blank within brackets and parentheses. */
  public whereNewlineEnds<T>(newlineEnds: boolean, read: () => T): T {
    const before = this.newlineEnds;
    this.newlineEnds = newlineEnds;
    const result = read();
    this.newlineEnds = before;
    return result;
  }

  public fail(): never {
    throw new UnreadableExpression(`The expression cannot be read from character ${this.at + 1} on.`);
  }
}
