/**
 * A part of an expression that can become a part of its value. Conditions, indexes, keys of objects, and operators are
 * left out.
 *
 * @internal
 */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  /** Null, or an empty list or object: there is no literal in it. */
  | { readonly kind: 'null' }
  | Reference
  | Call
  /** A conditional: its value is one of these. */
  | { readonly kind: 'choice'; readonly choices: readonly Parts[] };

/** @internal */
export type Parts = readonly Part[];

/** @internal */
export interface Reference {
  readonly kind: 'reference';
  readonly root: string;
  readonly steps: readonly Step[];
}

/**
 * The name of an attribute or the index of an item; undefined if only Terraform knows it.
 *
 * @internal
 */
export type Step = string | undefined;

/** @internal */
export interface Call {
  readonly kind: 'call';
  readonly name: string;
  readonly parameters: readonly Parts[];
}

/**
 * Returns true if a text of the JSON has an expression in it.
 *
 * @internal
 */
export const hasExpression = (text: string): boolean => /(?<!\$)\$\{|(?<!%)%\{/.test(text);

/**
 * Returns the parts of the expressions in a text of Terraform's JSON syntax. The text around them is left out.
 *
 * @internal
 */
export function partsOf(text: string): Parts {
  return new Reader(text).readTemplate(false);
}

/**
 * Returns all function calls in a text, also those in conditions and indexes.
 *
 * @internal
 */
export function callsIn(text: string): readonly Call[] {
  const reader = new Reader(text);
  reader.readTemplate(false);
  return reader.calls;
}

const plainText = /(?:[^$%]|\$\$\{|%%\{|[$%](?!\{))+/y;
const quotedText = /(?:[^$%"\\]|\\[\s\S]|\$\$\{|%%\{|[$%](?!\{))+/y;
const blank = /(?:\s|#[^\n]*|\/\/[^\n]*|\/\*[\s\S]*?\*\/)+/y;
const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const operator = /[=!<>]=|&&|\|\||\.\.\.|[-!<>+*/%~]/y;
/** Ends an item of a list, of an object, or of a function's parameters. */
const separator = /[,:)\]}]|=>?/y;
const name = /[\p{ID_Start}_][\p{ID_Continue}-]*(?:\s*::\s*[\p{ID_Start}_][\p{ID_Continue}-]*)*/uy;
const loop = /for\s+([\p{ID_Continue}-]+)(?:\s*,\s*([\p{ID_Continue}-]+))?\s+in\b/uy;
const attribute = /\.\s*([\p{ID_Continue}-]+|\*)/uy;
const index = /\[\s*(\d+)\s*\]/y;

/** Reads a text from left to right, and skips what it does not know. Terraform itself refuses a text with errors. */
class Reader {
  public readonly calls: Call[] = [];
  private readonly namesOfLoops = new Set<string>();
  private at = 0;

  public constructor(private readonly text: string) {}

  /** Reads text with `${…}` and `%{…}` in it, up to its quote or to the end. */
  public readTemplate(isQuoted: boolean): Part[] {
    const parts: Part[] = [];
    for (;;) {
      const text = this.take(isQuoted ? quotedText : plainText);
      if (text !== undefined && isQuoted) parts.push({ kind: 'text', text });
      if (text !== undefined) continue;
      if (this.take(/\$\{/y)) parts.push(...this.readItems().flat());
      else if (this.take(/%\{(?=~?\s*for\b)/y)) parts.push(...this.readItems().flat());
      else if (this.take(/%\{/y)) this.readItems();
      else break;
    }
    if (isQuoted) this.take(/"/y);
    return parts;
  }

  /** Reads the content of brackets. */
  private readItems(): Parts[] {
    const items: Parts[] = [];
    for (;;) {
      const item = this.readItem();
      const end = this.take(separator) ?? '';
      if (end === '=') items.push(item.slice(0, -1));
      else if (end !== ':' || item.some(({ kind }) => kind !== 'text')) items.push(item);
      if (!/^[,:=]/.test(end)) return items;
    }
  }

  private readItem(): Parts {
    const parts: Part[] = [];
    while (this.at < this.text.length) {
      this.take(blank);
      if (this.take(/\?/y)) return [this.readChoice()];
      if (this.take(operator)) continue;
      if (this.take(/(?=[,:)\]}=])/y) !== undefined) break;
      parts.push(...this.readTerm());
    }
    return parts;
  }

  private readChoice(): Part {
    const first = this.readItem();
    this.take(/:/y);
    return { kind: 'choice', choices: [first, this.readItem()] };
  }

  private readTerm(): Parts {
    if (this.take(/"/y)) return this.beforeSteps(this.readTemplate(true));
    if (this.take(/\[\s*\]|\{\s*\}/y)) return [{ kind: 'null' }];
    if (this.take(/[([{]/y)) return this.beforeSteps(this.readItems().flat());
    if (this.take(number)) return [];
    const [header, ...names] = this.match(loop) ?? [];
    for (const each of names) this.namesOfLoops.add(each);
    if (header !== undefined) return [{ kind: 'reference', root: 'for', steps: [] }];
    const word = this.take(name)?.replace(/\s/g, '');
    if (word === undefined) this.at += 1;
    if (word === undefined || /^(?:true|false)$/.test(word)) return [];
    if (word === 'null') return [{ kind: 'null' }];
    if (this.take(/\s*\(/y)) return this.beforeSteps([this.readCall(word)]);
    const steps = this.readSteps();
    return this.namesOfLoops.has(word) ? [] : [{ kind: 'reference', root: word, steps }];
  }

  private readCall(called: string): Call {
    const call: Call = { kind: 'call', name: called, parameters: this.readItems() };
    this.calls.push(call);
    return call;
  }

  private beforeSteps(parts: Parts): Parts {
    this.readSteps();
    return parts;
  }

  private readSteps(): Step[] {
    const steps: Step[] = [];
    for (;;) {
      const known = this.match(attribute)?.[1] ?? this.match(index)?.[1];
      if (known !== undefined) steps.push(known === '*' ? undefined : known);
      else if (this.take(/\[/y)) steps.push(this.readKey());
      else return steps;
    }
  }

  private readKey(): Step {
    const [key, ...others] = this.readItems().flat();
    return key?.kind === 'text' && others.length === 0 ? key.text : undefined;
  }

  private take(pattern: RegExp): string | undefined {
    return this.match(pattern)?.[0];
  }

  private match(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.at;
    const match = pattern.exec(this.text) ?? undefined;
    if (match !== undefined) this.at = pattern.lastIndex;
    return match;
  }
}
