import type { OtherProvider } from '../model';
import { plural } from '../verdict';
import { html, type Markup } from './markup';
import { code, section } from './pieces';

/** What other providers change, counted: this report does not judge it. */
export function othersSection(others: readonly OtherProvider[]): Markup | undefined {
  if (others.length === 0) return undefined;
  const changing = others.reduce((sum, other) => sum + other.changing, 0);
  return section({
    id: 'others',
    title: 'Other providers',
    aside: html`<p class="tally">${plural(changing, 'resource')} ${changing === 1 ? 'changes' : 'change'}, not judged here</p>`,
    body: html`<div class="cards">${others.map(provider)}</div>`,
  });
}

const provider = ({ provider: name, changing, unchanged }: OtherProvider): Markup =>
  html`<p class="card quiet">${code(name)} <span class="tally">${changing} changing, ${unchanged} unchanged</span></p>`;
