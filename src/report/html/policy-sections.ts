import type { AcceptedFinding, PolicyFinding } from '../model';
import { plural } from '../verdict';
import { html, type Markup } from './markup';
import { badge, code, foreign, objectName, section, whereIs } from './pieces';
import { inPortions } from './portions';
import { levelLooks } from './words';

/** What a policy objects to. */
export function policySection(findings: readonly PolicyFinding[]): Markup | undefined {
  if (findings.length === 0) return undefined;
  return section({
    id: 'policy',
    title: 'Policy',
    aside: html`<p class="tally">${plural(findings.length, 'finding')}</p>`,
    body: inPortions(findings, 'finding', some => html`<ul class="cards">${some.map(findingCard)}</ul>`),
  });
}

const findingCard = ({ rule, level, object, address, sentence }: PolicyFinding): Markup => html`
<li class="card">
${badge(levelLooks[level])}
<div class="what">
<p class="sentence">${foreign(sentence)}</p>
<p class="detail">${code(rule)}${address === null ? undefined : html` at ${code(address)}`}${object === null ? undefined : html` at ${objectName(object)}, ${whereIs(object)}`}</p>
</div>
</li>`;

/** What a policy objected to, or a risk, and somebody has accepted. */
export function acceptedSection(accepted: readonly AcceptedFinding[]): Markup | undefined {
  if (accepted.length === 0) return undefined;
  return section({
    id: 'accepted',
    title: 'Accepted',
    aside: html`<p class="tally">${plural(accepted.length, 'finding')}</p>`,
    body: inPortions(accepted, 'finding', some => html`<ul class="cards">${some.map(acceptedCard)}</ul>`),
  });
}

const acceptedCard = ({ rule, object, address, sentence, reason, expires }: AcceptedFinding): Markup => html`
<li class="card">
<div class="what">
<p class="sentence">${foreign(sentence)}</p>
<p class="reason">Reason given: <q>${foreign(reason)}</q></p>
<p class="detail">${code(rule)} at ${object === null ? code(address) : html`${objectName(object)}, ${whereIs(object)}`}, until ${expires}</p>
</div>
</li>`;
