/**
 * Tells what a Terraform template string takes its value from, as far as that can be seen without running
 * Terraform. It is no parser of the language: it has to know only whether anything from outside the text
 * gets in, so that `${sensitive("x")}` is found to be as literal as `x`.
 *
 * @internal
 */
export interface Sources {
  /** Something besides named values comes in, for example a file read by a function. */
  readonly external: boolean;
  /** Root and first step of every reference, for example `var.secret`. */
  readonly references: readonly string[];
}

const readsOutside = /^(file|filebase64|templatefile|plantimestamp|timestamp|uuid)$/;
const keywords = /^(true|false|null|for|in|if|else|endif|endfor)$/;
const identifier = /(?<![\w.-])([A-Za-z_][\w-]*)\s*(?:(\()|\.\s*([A-Za-z_][\w-]*)|(\[))?/g;

const opening = /(?<!\$)\$\{|(?<!%)%\{/g;
const braceOrQuote = /["{}]/g;
const quoteEscapeOrOpening = /["\\]|(?<!\$)\$\{|(?<!%)%\{/g;

/** @internal */
export function sourcesOf(template: string): Sources {
  const references: string[] = [];
  return { external: addSources(template, references), references };
}

/** @returns whether something besides named values comes in */
function addSources(template: string, references: string[]): boolean {
  let external = false;
  for (const expression of interpolations(template)) {
    const { bare, strings } = splitStrings(expression);
    for (const [, name = '', call, step, index] of bare.matchAll(identifier)) {
      if (keywords.test(name)) continue;
      if (call !== undefined) external ||= readsOutside.test(name);
      else if (step !== undefined) references.push(`${name}.${step}`);
      else if (index !== undefined) references.push(name);
    }
    for (const text of strings) external = addSources(text, references) || external;
  }
  return external;
}

/** The insides of every `${…}` and `%{…}`; a doubled `$$` or `%%` is an escape and starts none. */
function interpolations(template: string): string[] {
  const found: string[] = [];
  let start = next(opening, template, 0);
  while (start < template.length) {
    const end = closingBrace(template, start + 2);
    found.push(template.slice(start + 2, end));
    start = next(opening, template, end + 1);
  }
  return found;
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  let at = next(braceOrQuote, text, from);
  while (at < text.length) {
    if (text[at] === '"') at = closingQuote(text, at + 1);
    else depth += text[at] === '{' ? 1 : -1;
    if (depth === 0) return at;
    at = next(braceOrQuote, text, at + 1);
  }
  return text.length;
}

/** A quote inside an interpolation of the string does not end the string. */
function closingQuote(text: string, from: number): number {
  let at = next(quoteEscapeOrOpening, text, from);
  while (at < text.length && text[at] !== '"') {
    const after = text[at] === '\\' ? at + 2 : closingBrace(text, at + 2) + 1;
    at = next(quoteEscapeOrOpening, text, after);
  }
  return at;
}

function splitStrings(expression: string): { bare: string; strings: string[] } {
  const strings: string[] = [];
  let bare = '';
  let from = 0;
  for (let quote = expression.indexOf('"'); quote >= 0; quote = expression.indexOf('"', from)) {
    const end = closingQuote(expression, quote + 1);
    strings.push(expression.slice(quote + 1, end));
    bare += `${expression.slice(from, quote)}""`;
    from = end + 1;
  }
  return { bare: bare + expression.slice(from), strings };
}

/** Where a pattern matches next, or the end of the text. To look at every character takes five times as long. */
function next(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
}
