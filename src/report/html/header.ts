import { type Action, actions } from '../actions';
import type { Note, Report } from '../model';
import { html, type Markup } from './markup';
import { foreign } from './pieces';
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
<div><dt>Planned</dt><dd>${foreign(plan.createdAt ?? 'not said')}</dd></div>
<div><dt>Terraform</dt><dd>${foreign(plan.terraformVersion ?? 'not said')}</dd></div>
</dl>
${report.notes.map(note)}
</header>`;
}

const note = ({ sentence }: Note): Markup => html`
<p class="note high"><strong>Note:</strong> ${foreign(sentence)}</p>`;

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
