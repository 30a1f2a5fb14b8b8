import { HclSyntaxError, type HclToken, hclTokens } from './hcl-tokens';

/**
 * A block at the top level of an HCL text.
 *
 * @internal
 */
export interface HclBlock {
  /** Its type and labels, for example `provider` and an address. */
  readonly header: readonly string[];
  /** The tokens between its braces, without comments. */
  readonly body: readonly HclToken[];
  /** Range from the first character of its header to the one after its closing brace. */
  readonly start: number;
  readonly end: number;
}

/**
 * The top level of an HCL text.
 *
 * @internal
 */
export interface HclOutline {
  readonly blocks: readonly HclBlock[];
  readonly comments: readonly HclToken[];
}

const closings: Readonly<Record<string, string>> = { '{': '}', '[': ']', '(': ')' };

/**
 * @throws HclSyntaxError
 * @internal
 */
export function hclOutline(text: string): HclOutline {
  const tokens = hclTokens(text);
  const comments: HclToken[] = [];
  const blocks: HclBlock[] = [];
  let header: HclToken[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] as HclToken;
    if (token.kind === 'comment') comments.push(token);
    else if (token.kind !== 'mark') header = [...onLineOf(token, header, text), token];
    else {
      const last = closings[token.text] === undefined ? index : closingIndex(tokens, index, text);
      const inner = tokens.slice(index + 1, last).filter(({ kind }) => kind !== 'comment');
      const end = (tokens[last] as HclToken).end;
      const [first] = onLineOf(token, header, text);
      if (token.text === '{' && first !== undefined)
        blocks.push({ header: header.map(hclText), body: inner, start: first.start, end });
      header = [];
      index = last;
    }
  }
  return { blocks, comments };
}

/**
 * Returns the text of a word or a string.
 *
 * @internal
 */
export function hclText({ kind, text }: HclToken): string {
  return kind === 'string' ? text.slice(1, -1).replace(/\\(["\\/])/g, '$1') : text;
}

/** A header is on one line. Tokens of an attribute on the line before do not belong to it. */
function onLineOf(token: HclToken, header: HclToken[], text: string): HclToken[] {
  const last = header[header.length - 1];
  return last !== undefined && text.slice(last.end, token.start).includes('\n') ? [] : header;
}

function closingIndex(tokens: readonly HclToken[], opening: number, text: string): number {
  const expected: string[] = [];
  for (let index = opening; index < tokens.length; index += 1) {
    const token = tokens[index] as HclToken;
    if (token.kind !== 'mark') continue;
    const closing = closings[token.text];
    if (closing !== undefined) expected.push(closing);
    else if (Object.values(closings).includes(token.text)) {
      if (expected.pop() !== token.text)
        throw new HclSyntaxError(text, token.start, `"${token.text}" closes nothing`);
      if (expected.length === 0) return index;
    }
  }
  const { start, text: brace } = tokens[opening] as HclToken;
  throw new HclSyntaxError(text, start, `"${brace}" is not closed`);
}
