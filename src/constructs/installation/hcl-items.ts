import { hclText } from './hcl-blocks';
import { HclSyntaxError, type HclToken, hclTokens } from './hcl-tokens';

/**
 * A value of HCL 1 or JSON: the text of a scalar, a list, or the items of an object or a block.
 *
 * @internal
 */
export type HclValue =
  | string
  | { readonly list: readonly HclValue[] }
  | { readonly items: readonly HclItem[] };

/**
 * A block or an attribute. JSON may repeat a key; Terraform reads each occurrence.
 *
 * @internal
 */
export interface HclItem {
  readonly key: string;
  readonly value: HclValue;
}

/**
 * Reads a file of the CLI configuration. Terraform reads it as HCL 1, in native or JSON form. Their differences do
 * not matter here: `:` for `=`, and outer braces.
 *
 * @throws HclSyntaxError
 * @internal
 */
export function hclItems(text: string): readonly HclItem[] {
  const reader = new Reader(text);
  const [first] = reader.tokens;
  if (first?.text === '{') {
    const whole = reader.value();
    return typeof whole === 'object' && 'items' in whole ? whole.items : [];
  }
  return reader.items(undefined);
}

class Reader {
  public readonly tokens: readonly HclToken[];
  private position = 0;

  public constructor(private readonly text: string) {
    this.tokens = hclTokens(text).filter(({ kind, text: token }) => kind !== 'comment' && token !== ',');
  }

  /** Reads items up to the closing mark, or to the end of the text. */
  public items(closing: string | undefined): HclItem[] {
    const items: HclItem[] = [];
    while (!this.hasPassed(closing)) {
      const key = this.next();
      if (key.kind === 'mark') throw this.error(`"${key.text}" is out of place`);
      this.passAny('=', ':');
      items.push({ key: hclText(key), value: this.value() });
    }
    return items;
  }

  public value(): HclValue {
    const token = this.next();
    if (token.text === '{') return { items: this.items('}') };
    if (token.kind === 'mark' && token.text !== '[') throw this.error(`"${token.text}" is out of place`);
    if (token.text !== '[') return hclText(token);
    const list: HclValue[] = [];
    while (!this.hasPassed(']')) list.push(this.value());
    return { list };
  }

  private next(): HclToken {
    const token = this.tokens[this.position];
    if (token === undefined) throw this.error('the file ends too early');
    this.position += 1;
    return token;
  }

  private hasPassed(closing: string | undefined): boolean {
    if (closing === undefined) return this.position >= this.tokens.length;
    return this.passAny(closing);
  }

  private passAny(...marks: readonly string[]): boolean {
    const { kind, text } = this.tokens[this.position] ?? {};
    const isThere = kind === 'mark' && marks.includes(text ?? '');
    if (isThere) this.position += 1;
    return isThere;
  }

  private error(problem: string): HclSyntaxError {
    const { start } = this.tokens[Math.max(0, this.position - 1)] ?? { start: 0 };
    return new HclSyntaxError(this.text, start, problem);
  }
}
