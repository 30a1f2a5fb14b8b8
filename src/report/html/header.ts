import { html, type Markup } from '../../words/markup';
import { unknownTenantsIn } from '../diagnostics';
import type { Note, Report } from '../model';
import { comparedLine, gateLine, isAside, type Verdict, verdictOf } from '../verdict';
import { code, foreign } from './pieces';
import { severityLooks } from './words';

/** The verdict first, then what the plan is. */
export function pageHeader(report: Report): Markup {
  const { key, plan, counts, context = {} } = report;
  const { gravity, risks, work } = verdictOf(report);
  const compared = comparedLine(report);
  return html`
<header>
<p class="eyebrow">${plan.mode === 'drift' ? 'Drift report' : 'Plan report'}: ${foreign(key)}</p>
<h1><strong class="${toneOf(gravity)}">${risks}</strong> <span>${work}</span></h1>
<dl class="facts">
${fact('Planned', foreign(plan.createdAt ?? 'not said'))}
${fact(plan.product, foreign(plan.terraformVersion ?? 'not said'))}
${fact('Unchanged', html`${counts.none}`)}${plan.platforms.map(platform)}${context.commit && fact('Commit', code(context.commit))}${context.run && fact('Run', code(context.run))}
</dl>
${compared && html`<p class="note quiet">${compared}</p>`}${gate(report)}${unknownTenantsIn(report).map(tenant)}${report.notes.filter(one => !isAside(one)).map(note)}
</header>`;
}

const fact = (name: string | Markup, value: Markup) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const platform = ({ provider, host }: Report['plan']['platforms'][number]) =>
  fact(html`Platform of ${foreign(provider)}`, host === null ? html`set by an expression` : code(host));

function toneOf(gravity: Verdict['gravity']): string {
  if (gravity === 'none') return 'added';
  if (gravity === 'accepted') return 'medium';
  return gravity === 'failed' ? 'critical' : severityLooks[gravity].tone;
}

function gate(report: Report): Markup | undefined {
  const line = gateLine(report);
  if (line === undefined) return undefined;
  const isPassed = report.gate?.isJudged && report.gate.stopped.length === 0;
  return html`<p class="note ${isPassed ? 'quiet' : 'high'}"><strong>${line}</strong></p>`;
}

const note = ({ sentence }: Note): Markup => html`
<p class="note high"><strong>Note:</strong> ${foreign(sentence)}</p>`;

const tenant = ({ address, sentence }: NonNullable<Report['diagnostics']>[number]) => html`
<p class="note high"><strong>Warning:</strong> ${code(address)}: ${foreign(sentence)}</p>`;
