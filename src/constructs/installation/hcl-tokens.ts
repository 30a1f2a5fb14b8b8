/**
 * A token of an HCL or JSON text, with its position.
 *
 * @internal
 */
export interface HclToken {
  /** A `mark` is one character, for example a brace. A `word` is any other token. */
  readonly kind: 'comment' | 'string' | 'heredoc' | 'word' | 'mark';
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The text cannot be tokenised: some part of it has no end.
 *
 * @internal
 */
export class HclSyntaxError extends Error {
  public constructor(text: string, position: number, problem: string) {
    super(`line ${text.slice(0, position).split('\n').length}: ${problem}`);
  }
}

/**
 * Sticky patterns: each matches at the current position only. Their order matters: `//` before words, strings
 * separately.
 */
const lineComment = /(?:#|\/\/)[^\r\n]*/y;
const blockComment = /\/\*[\s\S]*?\*\//y;
const heredocStart = /<<-?([\p{L}_][\p{L}\p{N}_.-]*)[ \t]*\r?\n/uy;
const blank = /[\s\ufeff]+/y;
const mark = /[{}[\](),=:]/y;
const word = /(?:(?!\/[/*])[^\s\ufeff"#{}[\](),=:])+/y;

/**
 * Divides HCL (the language of Terraform's files, including its first version) or JSON into tokens, without white
 * space. Strings, heredocs and comments are tokens, so that braces in them are not taken for blocks.
 *
 * @throws HclSyntaxError
 * @internal
 */
export function hclTokens(text: string): HclToken[] {
  const tokens: HclToken[] = [];
  let position = 0;
  while (position < text.length) {
    const space = endOf(blank, text, position);
    if (space === undefined) {
      const [kind, end] = nextToken(text, position);
      tokens.push({ kind, text: text.slice(position, end), start: position, end });
      position = end;
    } else position = space;
  }
  return tokens;
}

function nextToken(text: string, start: number): [HclToken['kind'], number] {
  if (text[start] === '"') return ['string', endOfString(text, start)];
  const heredoc = endOfHeredoc(text, start);
  if (heredoc !== undefined) return ['heredoc', heredoc];
  const comment = endOf(lineComment, text, start) ?? endOf(blockComment, text, start);
  if (comment !== undefined) return ['comment', comment];
  if (text.startsWith('/*', start)) throw new HclSyntaxError(text, start, 'a comment is not closed');
  const single = endOf(mark, text, start);
  return single === undefined ? ['word', endOf(word, text, start) ?? start + 1] : ['mark', single];
}

/** A string may contain templates, which contain expressions, which contain strings. */
function endOfString(text: string, start: number): number {
  let position = start + 1;
  while (position < text.length && !/[\r\n]/.test(text.charAt(position))) {
    const character = text.charAt(position);
    if (character === '"') return position + 1;
    if (character === '\\') position += 2;
    else if (/^(?:\$\$|%%)\{/.test(text.slice(position, position + 3))) position += 3;
    else if (/^[$%]\{/.test(text.slice(position, position + 2))) position = endOfTemplate(text, position + 2);
    else position += 1;
  }
  throw new HclSyntaxError(text, start, 'a string is not closed');
}

function endOfTemplate(text: string, start: number): number {
  let depth = 1;
  for (let position = start; position < text.length; ) {
    const character = text.charAt(position);
    if (character === '{') depth += 1;
    if (character === '}') depth -= 1;
    position = character === '"' ? endOfString(text, position) : position + 1;
    if (depth === 0) return position;
  }
  throw new HclSyntaxError(text, start, 'a template is not closed');
}

function endOfHeredoc(text: string, start: number): number | undefined {
  heredocStart.lastIndex = start;
  const [opening, name = ''] = heredocStart.exec(text) ?? [];
  if (opening === undefined) return undefined;
  const closing = new RegExp(`^[ \\t]*${name.replace(/\./g, '\\.')}[ \\t]*$`, 'gmu');
  closing.lastIndex = start + opening.length;
  if (!closing.test(text)) throw new HclSyntaxError(text, start, `the heredoc ${name} is not closed`);
  return closing.lastIndex;
}

function endOf(pattern: RegExp, text: string, start: number): number | undefined {
  pattern.lastIndex = start;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
