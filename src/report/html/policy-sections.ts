import { html, type Markup } from '../../words/markup';
import { plural } from '../../words/plural';
import { type Group, groupedBy } from '../grouped';
import type { AcceptedFinding, PolicyFinding } from '../model';
import { badge, code, foreign, objectName, section, whereIs } from './pieces';
import { levelLooks, severityLooks } from './words';

export const policySection = (findings: readonly PolicyFinding[]): Markup | undefined =>
  cards('Policy', [...groupedBy(findings, ({ rule }) => rule).values()], findings.length, findingsOfRule);

/** A rule with more findings is folded: what another rule finds stays near. */
const longestRule = 3;

function findingsOfRule(findings: Group<PolicyFinding>): Markup {
  if (findings.length <= longestRule) return html`${findings.map(findingCard)}`;
  const [{ rule, level }] = findings;
  return html`<li class="card">
${badge(levelLooks[level])}
<details class="what more"><summary>${code(rule)}: ${plural(findings.length, 'finding')}</summary>
<ul class="cards">${findings.map(findingCard)}</ul></details>
</li>`;
}

/** What a policy objected to, or a risk, and somebody has accepted. */
export const acceptedSection = (accepted: readonly AcceptedFinding[]): Markup | undefined =>
  cards('Accepted', accepted, accepted.length, acceptedCard);

function cards<Item>(
  title: string,
  found: readonly Item[],
  count: number,
  card: (item: Item) => Markup,
): Markup | undefined {
  if (found.length === 0) return undefined;
  return section({
    id: title.toLowerCase(),
    title,
    aside: html`<p class="tally">${plural(count, 'finding')}</p>`,
    body: html`<ul class="cards">${found.map(card)}</ul>`,
  });
}

const findingCard = ({ rule, level, object, address, sentence }: PolicyFinding): Markup => html`
<li class="card">
${badge(levelLooks[level])}
<div class="what">
<p>${foreign(sentence)}</p>
<p class="detail">${code(rule)}${address === null ? undefined : html` at ${code(address)}`}${object === null ? undefined : html` at ${objectName(object)}, ${whereIs(object)}`}</p>
</div>
</li>`;

const acceptedCard = ({ severity, object, ...finding }: AcceptedFinding): Markup => html`
<li class="card">
${severity === null ? undefined : badge(severityLooks[severity])}
<div class="what">
<p>${foreign(finding.sentence)}</p>
<p class="reason">Reason given: <q>${foreign(finding.reason)}</q></p>
<p class="detail">${code(finding.rule)} at ${object === null ? code(finding.address) : html`${objectName(object)}, ${whereIs(object)}`}, until ${finding.expires}</p>
</div>
</li>`;
