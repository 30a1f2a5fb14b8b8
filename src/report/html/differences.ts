import type { Difference, Shown } from '../model';
import { html, type Markup } from './markup';
import { leftOutNote, limited, limits, plural } from './page-limits';
import { code, unseen } from './pieces';

/** The attributes of an object: what changes, and folded what does not. */
export function differenceList(differences: readonly Difference[]): Markup {
  const present = differences.filter(({ before, after }) => before.is !== 'absent' || after.is !== 'absent');
  const changed = limited(
    present.filter(({ isChanged }) => isChanged),
    limits.attributes,
  );
  const unchanged = limited(
    present.filter(({ isChanged }) => !isChanged),
    limits.attributes,
  );
  return html`${
    changed.shown.length === 0
      ? html`<p class="detail">No attribute changes.</p>`
      : html`<dl class="differences">${changed.shown.map(changedAttribute)}</dl>`
  }${leftOutNote(changed.leftOut, 'attributes')}${
    unchanged.shown.length === 0
      ? undefined
      : html`<details class="unchanged"><summary>${plural(unchanged.shown.length, 'unchanged attribute')}</summary>
<dl class="differences">${unchanged.shown.map(unchangedAttribute)}</dl>${leftOutNote(unchanged.leftOut, 'attributes')}</details>`
  }`;
}

function changedAttribute({ path, before, after, forcesReplacement }: Difference): Markup {
  const mark = forcesReplacement ? html` <span class="forces">forces the replacement</span>` : undefined;
  return html`<div><dt>${code(path)}${mark}</dt>${bothSides(before, after)}</div>`;
}

const unchangedAttribute = ({ path, after }: Difference): Markup =>
  html`<div><dt>${code(path)}</dt><dd>${shownValue(after)}</dd></div>`;

function bothSides(before: Shown, after: Shown): Markup {
  return html`${before.is === 'absent' ? undefined : side('removed', before)}${
    after.is === 'absent' ? undefined : side('added', after)
  }`;
}

const side = (tone: 'added' | 'removed', value: Shown): Markup =>
  html`<dd class="${tone}"><span class="sign" aria-hidden="true">${tone === 'added' ? '+' : '−'}</span>${unseen(tone === 'added' ? 'after: ' : 'before: ')}${shownValue(value)}</dd>`;

function shownValue(shown: Shown): Markup {
  if (shown.is === 'value') return code(shown.text);
  return html`<em>${{ sensitive: '(sensitive)', unknown: '(known after apply)', absent: '(absent)' }[shown.is]}</em>`;
}
