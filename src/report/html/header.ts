import { type Action, actions } from '../actions';
import type { Note, Report } from '../model';
import { html, type Markup } from './markup';
import { code, foreign } from './pieces';
import { actionLooks } from './words';

/** What the plan is, and how much it does. */
export function pageHeader(report: Report): Markup {
  const { key, plan } = report;
  return html`
<header>
<p class="eyebrow">${plan.mode === 'drift' ? 'Drift report' : 'Plan report'}</p>
<h1>${foreign(key)}</h1>
${countBadges(report)}
<dl class="facts">
<div><dt>Planned</dt><dd>${timeOf(plan.createdAt)}</dd></div>
<div><dt>Terraform</dt><dd>${plan.terraformVersion === null ? 'not said' : foreign(plan.terraformVersion)}</dd></div>
<div><dt>Plan format</dt><dd>${foreign(plan.formatVersion)}</dd></div>
</dl>
${report.notes.map(note)}
</header>`;
}

/** Notes on what this plan lacks. The other notes name what no plan contains. */
const grave: readonly Note['name'][] = [
  'errored',
  'incomplete',
  'not-applyable',
  'unknown-format',
  'not-refresh-only',
];

const note = ({ name, sentence }: Note): Markup => html`
<p class="note ${grave.includes(name) ? 'high' : 'quiet'}"><strong>${grave.includes(name) ? 'Attention' : 'Note'}:</strong> ${foreign(sentence)}</p>`;

function countBadges({ counts, others }: Report): Markup {
  const elsewhere = others.reduce((sum, { changing }) => sum + changing, 0);
  const shown = actions.filter(action => action !== 'none' && action !== 'read' && counts[action] > 0);
  return html`<ul class="counts" aria-label="What this plan does">${
    shown.length === 0
      ? html`<li class="count quiet"><b>0</b> changes</li>`
      : shown.map(action => count(action, counts[action]))
  }${counts.none === 0 ? undefined : html`<li class="count quiet"><b>${counts.none}</b> unchanged</li>`}${
    elsewhere === 0 ? undefined : html`<li class="count quiet"><b>${elsewhere}</b> of other providers</li>`
  }</ul>`;
}

function count(action: Action, number: number): Markup {
  const { symbol, word, tone } = actionLooks[action];
  return html`<li class="count ${tone}"><span aria-hidden="true">${symbol}</span> <b>${number}</b> to ${word}</li>`;
}

function timeOf(text: string | null): Markup {
  if (text === null) return html`not said`;
  const [, day, minute] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?Z$/.exec(text) ?? [];
  if (day === undefined || minute === undefined) return code(text);
  return html`<time datetime="${text}">${day} ${minute} UTC</time>`;
}

/** Links to the sections that stand on the page. */
export function navigation({
  changes,
  risks,
  policy,
  accepted,
  drift,
  keys,
  endpoints,
  others,
  plan,
}: Report): Markup {
  const links: readonly (readonly [string, string, number, boolean])[] = [
    ['risks', 'Risks', risks.length, true],
    ['policy', 'Policy', policy.length, policy.length > 0],
    ['changes', 'Changes', changes.length, plan.mode === 'changes'],
    ['keys', 'Keys', keys.rows.length, keys.rows.length > 0],
    ['endpoints', 'Endpoints', endpoints.rows.length, endpoints.rows.length > 0],
    ['drift', 'Drift', drift.length, drift.length > 0],
    ['accepted', 'Accepted', accepted.length, accepted.length > 0],
    ['others', 'Other providers', others.length, others.length > 0],
  ];
  return html`
<nav aria-label="Sections"><ul>${links
    .filter(([, , , stands]) => stands)
    .map(([id, title, number]) => html`<li><a href="#${id}">${title} <b>${number}</b></a></li>`)}</ul></nav>`;
}
