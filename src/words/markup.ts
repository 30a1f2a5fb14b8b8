import { printable } from './printable';

/** HTML that is safe to insert. Only `html` and `ownSource` make it. */
export class Markup {
  constructor(readonly source: string) {}
}

export type Insertable = string | number | Markup | undefined | readonly Insertable[];

/** Makes HTML. Each text is escaped, for content and quoted attributes alike. `undefined` inserts nothing. */
export function html(strings: TemplateStringsArray, ...inserts: readonly Insertable[]): Markup {
  let source = strings[0] ?? '';
  inserts.forEach((insert, index) => {
    source += sourceOf(insert) + (strings[index + 1] ?? '');
  });
  return new Markup(source);
}

/** Inserts a constant of ours as it is. Never call it with a text of the report. */
export const ownSource = (source: string): Markup => new Markup(source);

function sourceOf(insert: Insertable): string {
  if (insert === undefined) return '';
  if (insert instanceof Markup) return insert.source;
  // The model’s texts are printable already. Here it holds for every text that reaches the page.
  if (typeof insert === 'string') return inElement(printable(insert));
  return typeof insert === 'number' ? String(insert) : insert.map(sourceOf).join('');
}

/** Escapes a text for an element of HTML, or of Markdown, which begins code with a backquote. */
export const inElement = (text: string): string =>
  text.replace(/[&<>"'`]/g, character => `&#${character.charCodeAt(0)};`);
