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

/** @internal */
export function sourcesOf(template: string): Sources {
  return combine(interpolations(template).map(expressionSources));
}

function expressionSources(expression: string): Sources {
  const { bare, strings } = splitStrings(expression);
  const references: string[] = [];
  let external = false;
  for (const [, name = '', call, step, index] of bare.matchAll(identifier)) {
    if (keywords.test(name)) continue;
    if (call !== undefined) external ||= readsOutside.test(name);
    else if (step !== undefined) references.push(`${name}.${step}`);
    else if (index !== undefined) references.push(name);
  }
  return combine([{ external, references }, ...strings.map(sourcesOf)]);
}

function combine(all: readonly Sources[]): Sources {
  return {
    external: all.some(({ external }) => external),
    references: all.flatMap(({ references }) => references),
  };
}

/** The insides of every `${…}` and `%{…}`; a doubled `$$` or `%%` is an escape and starts none. */
function interpolations(template: string): string[] {
  const found: string[] = [];
  let at = 0;
  while (at < template.length) {
    const two = template.slice(at, at + 2);
    if (two === '$$' || two === '%%') at += template[at + 2] === '{' ? 3 : 1;
    else if (two === '${' || two === '%{') {
      const end = closingBrace(template, at + 2);
      found.push(template.slice(at + 2, end));
      at = end + 1;
    } else at += 1;
  }
  return found;
}

function closingBrace(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '"') at = closingQuote(text, at + 1);
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    if (depth === 0) return at;
  }
  return text.length;
}

/** A quote inside an interpolation of the string does not end the string. */
function closingQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '"') return at;
    else if (/^[$%]\{/.test(text.slice(at, at + 2)) && text[at - 1] !== text[at])
      at = closingBrace(text, at + 2);
  }
  return text.length;
}

function splitStrings(expression: string): { bare: string; strings: string[] } {
  const strings: string[] = [];
  let bare = '';
  for (let at = 0; at < expression.length; at += 1) {
    if (expression[at] !== '"') {
      bare += expression[at];
      continue;
    }
    const end = closingQuote(expression, at + 1);
    strings.push(expression.slice(at + 1, end));
    bare += '""';
    at = end;
  }
  return { bare, strings };
}
