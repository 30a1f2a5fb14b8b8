import type { Scanner } from './scanner';
import { constant, type Expression } from './syntax';

const plainText = /(?:[^$%]|\$(?!\$?\{)|%(?!%?\{))+/y;
const plainTextInQuotes = /(?:[^$%"\\]|\$(?!\$?\{)|%(?!%?\{))+/y;
const escapedOpening = /\$\$\{|%%\{/y;
const escapedCharacter = /\\(?:[nrt"\\]|u[\da-fA-F]{4}|U[\da-fA-F]{8})/y;
const interpolation = /\$\{~?/y;
const directive = /%\{~?/y;
const closing = /~?\}/y;
const directiveWord = /(?:if|else|endif|for|endfor)\b/y;
const identifier = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const characters: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', '"': '"', '\\': '\\' };

/** Reads one expression, and stops before a character that cannot belong to it. */
type ReadExpression = () => Expression;

/**
 * Reads templates: text with `${…}` and `%{…}` in it.
 *
 * @internal
 */
export class TemplateReader {
  public constructor(
    private readonly scanner: Scanner,
    private readonly readExpression: ReadExpression,
  ) {}

  /** Reads a template in quotes, after the opening quote, or one that ends with the text. */
  public read(inQuotes: boolean): Expression {
    const { parts, end } = this.readParts(inQuotes);
    if (end !== undefined) this.scanner.fail();
    const [only] = parts;
    if (only === undefined) return constant('');
    return parts.length === 1 ? only : { kind: 'template', parts };
  }

  /** Reads the parts up to the end of the template, or up to a directive that ends or divides them. */
  private readParts(inQuotes: boolean): { parts: Expression[]; end?: string } {
    const parts: Expression[] = [];
    for (;;) {
      const text = this.readText(inQuotes);
      if (text !== '') parts.push(constant(text));
      if (this.scanner.take(interpolation)) parts.push(this.readInterpolation());
      else if (this.scanner.take(directive)) {
        const word = this.scanner.expectToken(directiveWord);
        if (word === 'if') parts.push(this.readIf(inQuotes));
        else if (word === 'for') parts.push(this.readFor(inQuotes));
        else return { parts, end: this.closed(word) };
      } else if (inQuotes ? this.scanner.take(/"/y) : this.scanner.isAtEnd) return { parts };
      else this.scanner.fail();
    }
  }

  private readText(inQuotes: boolean): string {
    let text = '';
    for (;;) {
      const plain = this.scanner.take(inQuotes ? plainTextInQuotes : plainText);
      const escaped = plain ?? this.scanner.take(escapedOpening);
      const character = escaped === undefined && inQuotes ? this.scanner.take(escapedCharacter) : undefined;
      if (plain) text += plain[0];
      else if (escaped) text += escaped[0].slice(1);
      else if (character) text += unescaped(character[0].slice(1));
      else return text;
    }
  }

  private readInterpolation(): Expression {
    return this.scanner.whereNewlineEnds(false, () => this.closed(this.readExpression()));
  }

  private readIf(inQuotes: boolean): Expression {
    const condition = this.readInterpolation();
    const first = this.readParts(inQuotes);
    const second = first.end === 'else' ? this.readParts(inQuotes) : { parts: [], end: first.end };
    if (second.end !== 'endif') this.scanner.fail();
    return {
      kind: 'conditional',
      condition,
      consequent: { kind: 'template', parts: first.parts },
      alternative: { kind: 'template', parts: second.parts },
    };
  }

  private readFor(inQuotes: boolean): Expression {
    const names = [this.scanner.expectToken(identifier)];
    if (this.scanner.takeToken(/,/y)) names.push(this.scanner.expectToken(identifier));
    this.scanner.expectToken(/in\b/y);
    const collection = this.readInterpolation();
    const { parts, end } = this.readParts(inQuotes);
    if (end !== 'endfor') this.scanner.fail();
    const [valueName = '', keyName] = names.reverse();
    const result: Expression = { kind: 'template', parts };
    return { kind: 'for', makes: 'text', keyName, valueName, collection, result, grouped: false };
  }

  private closed<T>(read: T): T {
    this.scanner.expectToken(closing);
    return read;
  }
}

function unescaped(name: string): string {
  return characters[name] ?? String.fromCodePoint(Number.parseInt(name.slice(1), 16));
}
