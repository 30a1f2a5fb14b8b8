import { html, type Markup } from '../../words/markup';
import { plural } from '../../words/plural';
import { groupedBy, groupedRisks } from '../grouped';
import type { Change, Difference, Report, Risk, Shown } from '../model';
import { unshown } from '../verdict';
import {
  badge,
  code,
  foreign,
  leftOut,
  mostShown,
  objectName,
  section,
  sentence,
  unseen,
  whereIs,
} from './pieces';
import { actionLooks, severityLooks } from './words';

/** Where a change stands on the page, by the address of its object. */
export const placesOf = (changes: readonly Change[]): ReadonlyMap<string, string> =>
  new Map(
    changes
      .slice(0, mostShown)
      .flatMap(({ object, deposed }, index) =>
        deposed === null ? [[object.address, anchorOf('change', index)] as const] : [],
      ),
  );

const anchorOf = (kind: 'change' | 'drift', index: number) => `${kind}-${index + 1}`;

export function changesSection({ changes, risks }: Report): Markup {
  return section({
    id: 'changes',
    title: 'Changes',
    body:
      changes.length === 0
        ? html`<p class="detail">No object of this provider changes.</p>`
        : allOf(changes, 'change', risks),
  });
}

export function driftSection(drift: readonly Change[]): Markup | undefined {
  if (drift.length === 0) return undefined;
  return section({
    id: 'drift',
    title: 'Drift',
    aside: html`<p class="tally">${plural(drift.length, 'object')} changed outside Terraform</p>`,
    body: allOf(drift, 'drift', []),
  });
}

function allOf(changes: readonly Change[], kind: 'change' | 'drift', risks: readonly Risk[]): Markup {
  const risksOf = groupedBy(risks, ({ object }) => object?.address);
  const foldOf = (change: Change, index: number) =>
    changeFold(change, anchorOf(kind, index), risksOf.get(change.object.address) ?? []);
  const shown = changes.slice(0, mostShown);
  return html`<div class="cards">${shown.map(foldOf)}</div>${leftOut(changes.length - shown.length, 'change')}`;
}

function changeFold(change: Change, id: string, risks: readonly Risk[]): Markup {
  const { object, action, sentences, differences } = change;
  const attributes =
    differences.length === 0
      ? html`<p class="detail">No attribute changes.</p>`
      : html`<dl class="differences">${differences.map(changedAttribute)}</dl>`;
  return html`
<details class="card change">
<summary>
${badge(actionLooks[action])}
<span class="what"><span class="sentence">${objectName(object)}${sentences.map(
    (words, index) => html`${index === 0 ? ' ' : '; '}${sentence(words)}`,
  )}</span>
<span class="detail">${whereIs(object)}${riskMarks(risks)}</span></span>
</summary>
<div class="inside" id="${id}">${factsOf(change)}${attributes}</div>
</details>`;
}

function riskMarks(risks: readonly Risk[]): readonly Markup[] {
  return groupedRisks(risks).map(([{ name, severity }]) => {
    const { symbol, word, tone } = severityLooks[severity];
    return html` <span class="mark ${tone}"><span aria-hidden="true">${symbol}</span><span class="unseen">${word} risk: </span>${name}</span>`;
  });
}

function factsOf({ object, action, reason, movedFrom, importedId, deposed }: Change): Markup {
  const facts = [
    reason === null ? undefined : html`Terraform’s reason: ${foreign(reason)}.`,
    action === 'forget' ? html`It stays on the platform and leaves the state.` : undefined,
    movedFrom === null ? undefined : html`Moved from ${code(movedFrom)}.`,
    importedId === null ? undefined : html`Imported by ${code(importedId)}.`,
    deposed === null ? undefined : html`Deposed object ${code(deposed)}, left by an earlier replacement.`,
    object.id === null ? undefined : html`Platform id ${code(object.id)}.`,
    object.tenant === null ? undefined : html`Tenant ${foreign(object.tenant)}.`,
  ].filter(fact => fact !== undefined);
  return html`<p class="facts-line">${facts.map(fact => html`${fact} `)}</p>`;
}

function changedAttribute({ path, before, after, forcesReplacement }: Difference): Markup {
  const mark = forcesReplacement ? html` <span class="forces">forces the replacement</span>` : undefined;
  return html`<div><dt>${code(path)}${mark}</dt>${side('removed', before)}${side('added', after)}</div>`;
}

const side = (tone: 'added' | 'removed', value: Shown): Markup | undefined =>
  value.is === 'absent'
    ? undefined
    : html`<dd class="${tone}"><span class="sign" aria-hidden="true">${tone === 'added' ? '+' : '−'}</span>${unseen(tone === 'added' ? 'after: ' : 'before: ')}${shownValue(value)}</dd>`;

const shownValue = (shown: Shown): Markup =>
  shown.is === 'value' ? code(shown.text) : html`<em>${unshown[shown.is]}</em>`;
