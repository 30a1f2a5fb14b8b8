import { Scanner, UnreadableExpression } from './scanner';
import { constant, type Expression, splatItem } from './syntax';
import { TemplateReader } from './template';

/** Limit of nesting. Deeper expressions would exhaust the stack; no program needs them. */
const deepest = 200;
/** Binary operators by precedence, lowest first. Operators of one level have the same kind of result. */
const operators = [/\|\|/y, /&&/y, /==|!=/y, /<=|>=|<(?!<)|>/y, /[+-]/y, /[*/%]/y];
const identifier = /[\p{ID_Start}_][\p{ID_Continue}-]*/uy;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** The legacy syntax `list.0`. HCL's scanner reads any number after the dot; its parser refuses only fractions. */
const legacyIndex = /\d+(?:[eE][+-]?\d+)?/y;
const heredoc = /<<-?([\p{ID_Start}_][\p{ID_Continue}-]*)\r?\n/uy;
const keywords: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/**
 * Parses a text in Terraform's JSON syntax, which is a template.
 *
 * @returns undefined for a text that Terraform could not read either
 * @internal
 */
export function parseTemplate(text: string): Expression | undefined {
  return parsed(text, scanner => {
    const parser = new Parser(scanner);
    return parser.templates.read(false);
  });
}

/**
 * @returns undefined for a text that Terraform could not read either
 * @internal
 */
export function parseExpression(text: string): Expression | undefined {
  return parsed(text, scanner => {
    const expression = new Parser(scanner).readExpression();
    scanner.expectToken(/$/y);
    return expression;
  });
}

function parsed(text: string, parse: (scanner: Scanner) => Expression): Expression | undefined {
  try {
    return parse(new Scanner(text));
  } catch (error) {
    if (error instanceof UnreadableExpression) return undefined;
    throw error;
  }
}

class Parser {
  public readonly templates: TemplateReader;
  private depth = 0;

  public constructor(private readonly scanner: Scanner) {
    this.templates = new TemplateReader(scanner, () => this.readExpression());
  }

  public readExpression(): Expression {
    this.depth += 1;
    if (this.depth > deepest) this.scanner.fail();
    const expression = this.readChoice();
    this.depth -= 1;
    return expression;
  }

  private readChoice(): Expression {
    const condition = this.readOperation(0);
    if (!this.scanner.takeToken(/\?/y)) return condition;
    const consequent = this.readExpression();
    this.scanner.expectToken(/:/y);
    return { kind: 'conditional', condition, consequent, alternative: this.readExpression() };
  }

  private readOperation(level: number): Expression {
    const pattern = operators[level];
    if (pattern === undefined) return this.readUnary();
    const operands = [this.readOperation(level + 1)];
    let first: string | undefined;
    for (let operator = this.take(pattern); operator !== undefined; operator = this.take(pattern)) {
      first ??= operator;
      operands.push(this.readOperation(level + 1));
    }
    const [only = this.scanner.fail()] = operands;
    return first === undefined ? only : { kind: 'operation', operator: first, operands };
  }

  private readUnary(): Expression {
    const operator = this.take(/[!-]/y);
    if (operator === undefined) return this.readSteps(this.readTerm(), true);
    return { kind: 'operation', operator, operands: [this.readUnary()] };
  }

  private readTerm(): Expression {
    const digits = this.take(number);
    if (digits !== undefined) return constant(Number(digits));
    if (this.take(/"/y)) return this.templates.read(true);
    if (this.take(/\(/y)) return this.within(/\)/y, () => this.readExpression());
    if (this.take(/\[/y)) return this.within(/\]/y, () => this.readFor('list') ?? this.readTuple());
    if (this.take(/\{/y)) return this.readBraces();
    if (this.take(/(?=<<)/y) !== undefined) return this.readHeredoc();
    return this.readName();
  }

  private readName(): Expression {
    let name = this.scanner.expectToken(identifier);
    // Blanks are allowed between the parts of a function's name.
    while (this.take(/::/y)) name += `::${this.scanner.expectToken(identifier)}`;
    if (this.take(/\(/y)) return this.within(/\)/y, () => this.readCall(name));
    if (name.includes('::')) this.scanner.fail();
    const value = Object.hasOwn(keywords, name) ? keywords[name] : undefined;
    return value === undefined ? { kind: 'name', name } : constant(value);
  }

  private readCall(name: string): Expression {
    const parameters = this.readItems(/\)|\.\.\./y);
    return { kind: 'call', name, parameters, spread: this.take(/\.\.\./y) !== undefined };
  }

  private readTuple(): Expression {
    return { kind: 'tuple', items: this.readItems(/\]/y) };
  }

  private readItems(end: RegExp): Expression[] {
    const items: Expression[] = [];
    while (!this.scanner.looksAt(end)) {
      items.push(this.readExpression());
      if (!this.take(/,/y)) break;
    }
    return items;
  }

  private readBraces(): Expression {
    return this.within(/\}/y, () => this.readFor('object') ?? this.readObject());
  }

  private readObject(): Expression {
    const entries: [Expression, Expression][] = [];
    while (!this.scanner.looksAt(/\}/y)) {
      const key = this.readExpression();
      this.scanner.expectToken(/=(?![=>])|:/y);
      const value = this.scanner.whereNewlineEnds(true, () => this.readExpression());
      entries.push([key.kind === 'name' ? constant(key.name) : key, value]);
      const isParted = this.scanner.whereNewlineEnds(true, () => this.take(/,|\n/y));
      if (!isParted && !this.scanner.looksAt(/\}/y)) this.scanner.fail();
    }
    return { kind: 'object', entries };
  }

  private readFor(makes: 'list' | 'object'): Expression | undefined {
    if (!this.take(/for(?![\p{ID_Continue}-])/uy)) return undefined;
    const names = [this.scanner.expectToken(identifier)];
    if (this.take(/,/y)) names.push(this.scanner.expectToken(identifier));
    this.scanner.expectToken(/in\b/y);
    const collection = this.readExpression();
    this.scanner.expectToken(/:/y);
    const first = this.readExpression();
    const second = makes === 'object' && this.scanner.expectToken(/=>/y) ? this.readExpression() : undefined;
    const grouped = second !== undefined && this.take(/\.\.\./y) !== undefined;
    const condition = this.take(/if\b/y) ? this.readExpression() : undefined;
    const [valueName = '', keyName] = names.reverse();
    const results = second === undefined ? { result: first } : { key: first, result: second };
    return { kind: 'for', makes, keyName, valueName, collection, ...results, condition, grouped };
  }

  /** Reads attributes, indexes and splats in a row. */
  private readSteps(start: Expression, mayIndex: boolean): Expression {
    let of = start;
    for (;;) {
      if (this.take(/\.(?!\.)/y)) of = this.readAttribute(of);
      else if (mayIndex && this.take(/\[/y)) of = this.within(/\]/y, () => this.readIndex(of));
      else return of;
      if (of.kind === 'splat' && of.result.kind === 'name') of = this.readSplat(of.of, of.result);
    }
  }

  private readAttribute(of: Expression): Expression {
    if (this.take(/\*/y)) return { kind: 'splat', of, result: { kind: 'name', name: `.${splatItem}` } };
    const index = this.take(legacyIndex);
    const key = index === undefined ? this.scanner.expectToken(identifier) : Number(index);
    return { kind: 'index', of, key: constant(key) };
  }

  private readIndex(of: Expression): Expression {
    if (this.take(/\*(?=\s*\])/y)) return { kind: 'splat', of, result: { kind: 'name', name: splatItem } };
    return { kind: 'index', of, key: this.readExpression() };
  }

  /** All steps after `[*]` apply to each item; after `.*`, only attributes do. */
  private readSplat(of: Expression, { name }: { readonly name: string }): Expression {
    const item: Expression = { kind: 'name', name: splatItem };
    return { kind: 'splat', of, result: this.readSteps(item, name === splatItem) };
  }

  private readHeredoc(): Expression {
    const marker = this.scanner.take(heredoc)?.[1] ?? this.scanner.fail();
    const lastLine = `^[ \\t]*${marker}[ \\t]*\\r?$`;
    const body = this.scanner.take(new RegExp(`([\\s\\S]*?)${lastLine}`, 'my')) ?? this.scanner.fail();
    return parseTemplate(body[1] ?? '') ?? this.scanner.fail();
  }

  private within<T>(end: RegExp, read: () => T): T {
    return this.scanner.whereNewlineEnds(false, () => {
      const result = read();
      this.scanner.expectToken(end);
      return result;
    });
  }

  private take(pattern: RegExp): string | undefined {
    return this.scanner.takeToken(pattern);
  }
}
