import type { OtherProvider } from '../model';
import { html, type Markup } from './markup';
import { leftOutNote, limited, limits, plural } from './page-limits';
import { badge, code, section } from './pieces';
import { actionLooks } from './words';

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

function provider({ provider: name, changing, unchanged, changes }: OtherProvider): Markup {
  const words = html`${code(name)} <span class="tally">${changing} changing, ${unchanged} unchanged</span>`;
  if (changes.length === 0) return html`<p class="card quiet">${words}</p>`;
  const { shown, leftOut } = limited(changes, limits.addresses);
  return html`
<details class="card others"><summary>${words}</summary>
<ul class="addresses">${shown.map(
    ({ address, action }) => html`<li>${badge(actionLooks[action])} ${code(address)}</li>`,
  )}</ul>${leftOutNote(leftOut, 'resources')}</details>`;
}
