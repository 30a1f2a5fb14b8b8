import { html, type Markup } from '../../words/markup';
import { plural } from '../../words/plural';
import type { Phrase, Subject } from '../model';
import { nouns } from '../names';
import type { Look } from './words';

/** A foreign text in a line of ours: isolated, so that a right-to-left text does not reorder its surroundings. */
export const foreign = (text: string): Markup => html`<bdi>${text}</bdi>`;

/** The same, with places to break a long name: without them, a narrow column breaks it within a word. */
export const breakable = (text: string): Markup =>
  html`<bdi>${text.split(/(?<=[._:/@-])/).map((piece, index) => html`${index === 0 ? undefined : wordBreak}${piece}`)}</bdi>`;

const wordBreak = html`<wbr>`;

export const code = (text: string): Markup => html`<code dir="auto">${text}</code>`;

export const badge = ({ symbol, word, tone }: Look): Markup =>
  html`<span class="badge ${tone}"><span aria-hidden="true">${symbol}</span> ${word}</span>`;

/** Text for a screen reader, where the eye sees a symbol. */
export const unseen = (text: string): Markup => html`<span class="unseen">${text}</span>`;

export function sentence({ parts }: Phrase): Markup {
  const pieces = parts.map(({ is, text }) => {
    if (is === 'words') return text;
    return is === 'value' ? code(text) : html`<strong>${foreign(text)}</strong>`;
  });
  return html`${pieces}`;
}

export const objectName = ({ kind, label, address }: Subject): Markup =>
  html`${nouns[kind]} <strong>${foreign(label ?? address)}</strong>`;

export function whereIs({ address, providerAlias }: Subject): Markup {
  const provider = providerAlias === null ? undefined : html`, provider ${code(providerAlias)}`;
  return html`<span class="where">${code(address)}${provider}</span>`;
}

interface Section {
  /** A constant of ours. It is a fragment of the page’s address. */
  readonly id: string;
  readonly title: string;
  readonly aside?: Markup | undefined;
  readonly body: Markup;
}

export const section = ({ id, title, aside, body }: Section): Markup => html`
<section id="${id}" aria-labelledby="${id}-title">
<div class="heading"><h2 id="${id}-title">${title}</h2>${aside}</div>
${body}
</section>`;

/** A browser takes seconds for a page of more objects. Risks and breaches are shown all. */
export const mostShown = 1000;

/** Says how many objects are not on the page, if there are any. */
export const leftOut = (count: number, noun: string): Markup | undefined =>
  count === 0
    ? undefined
    : html`<p class="detail">Left out of this page: ${plural(count, noun)}. <code>terraform show</code> with the plan prints all.</p>`;
