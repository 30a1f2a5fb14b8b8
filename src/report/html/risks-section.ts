import { riskNames } from '../../risks/names';
import { html, type Markup } from '../../words/markup';
import { plural } from '../../words/plural';
import { type Group, groupedRisks } from '../grouped';
import type { Note, Report, Risk } from '../model';
import { isAside, isGrave, mostOpen } from '../verdict';
import { badge, code, foreign, section, sentence, whereIs } from './pieces';
import { levelLooks, severityLooks } from './words';

/** The risks, the most severe first. Without risks the section says what was judged. */
export function risksSection({ risks, accepted, keys, endpoints, notes, diagnostics = [] }: Report): Markup {
  const judged = `${plural(keys.rows.length, 'key')} and ${plural(endpoints.rows.length, 'endpoint')}`;
  const [tone, mark] =
    accepted.length === 0
      ? ['calm', html`<span aria-hidden="true">✓</span> No rule found a risk`]
      : ['detail', html`${accepted.length} accepted, and no rule found another risk`];
  const body =
    risks.length === 0
      ? html`<p class="${tone}">${mark}: ${riskNames.length} rules judged ${judged} of this plan, unchanged ones included.</p>`
      : html`<ul class="cards">${groupedRisks(risks).map(kindOfRisk)}</ul>`;
  return section({
    id: 'risks',
    title: 'Risks',
    aside: html`<p class="tally">${risks.length}</p>`,
    body: html`${body}${diagnostics.map(said)}${notes.filter(isAside).map(aside)}`,
  });
}

const said = ({ severity, address, sentence }: NonNullable<Report['diagnostics']>[number]) =>
  html`<p class="detail">${badge(levelLooks[severity])} ${code(address)}: ${foreign(sentence)}</p>`;

const aside = ({ sentence: words }: Note) => html`<p class="detail">${foreign(words)}</p>`;

/** Kinds with more risks that are not grave are folded: the matrix below stays near. */
const longestKind = 3;

function kindOfRisk(risks: Group<Risk>): Markup {
  const [first] = risks;
  const open = isGrave(first) ? mostOpen : 0;
  if (risks.length <= Math.max(open, longestKind)) return html`${risks.map(riskCard)}`;
  const folded = risks.slice(open);
  return html`${risks.slice(0, open).map(riskCard)}
<li class="card">
${badge(severityLooks[first.severity])}
<details class="what more"><summary>${code(first.name)}: ${open === 0 ? plural(folded.length, 'risk') : `${folded.length} more`}</summary>
<ul class="cards">${folded.map(riskCard)}</ul></details>
</li>`;
}

const riskCard = ({ name, severity, object, sentence: words, detail }: Risk): Markup => html`
<li class="card">
${badge(severityLooks[severity])}
<div class="what">
<p class="sentence">${sentence(words)}</p>
${detail === '' ? undefined : html`<p class="detail"><bdi>${detail}</bdi></p>`}
<p class="detail">${code(name)}${object === null ? undefined : html` at ${whereIs(object)}`}</p>
</div>
</li>`;
