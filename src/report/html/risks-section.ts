import { severities } from '../../risks/names';
import type { Risk } from '../model';
import { html, type Markup } from './markup';
import { leftOutNote, limited, limits } from './page-limits';
import { badge, code, section, sentence, whereIs } from './pieces';
import { severityLooks } from './words';

/** The risks, the most severe first. Without risks the section says that there are none. */
export function risksSection(risks: readonly Risk[]): Markup {
  const { shown, leftOut } = limited(risks, limits.risks);
  const body =
    risks.length === 0
      ? html`<p class="calm"><span aria-hidden="true">✓</span> No rule found a risk in this plan.</p>`
      : html`<ul class="cards">${shown.map(riskCard)}</ul>${leftOutNote(leftOut, 'risks')}`;
  return section({ id: 'risks', title: 'Risks', aside: tally(risks), body });
}

function tally(risks: readonly Risk[]): Markup {
  const counted = severities
    .map(severity => ({ severity, count: risks.filter(risk => risk.severity === severity).length }))
    .filter(({ count }) => count > 0);
  const words = counted.map(({ severity, count }) => `${count} ${severity}`).join(' · ');
  return html`<p class="tally">${words}</p>`;
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
