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
  return html`<div><dt>${code(path)}${mark}</dt>${listSides(before, after) ?? bothSides(before, after)}</div>`;
}

const unchangedAttribute = ({ path, after }: Difference): Markup =>
  html`<div><dt>${code(path)}</dt><dd>${shownValue(after)}</dd></div>`;

function bothSides(before: Shown, after: Shown): Markup {
  return html`${before.is === 'absent' ? undefined : side('removed', before)}${
    after.is === 'absent' ? undefined : side('added', after)
  }`;
}

const symbols = { added: '+', removed: '−', kept: '' } as const;
const words = { added: 'after: ', removed: 'before: ', kept: '' } as const;

const side = (tone: 'added' | 'removed', value: Shown): Markup =>
  html`<dd class="${tone}"><span class="sign" aria-hidden="true">${symbols[tone]}</span>${unseen(words[tone])}${shownValue(value)}</dd>`;

function shownValue(shown: Shown): Markup {
  if (shown.is === 'value') return code(shown.text);
  return html`<em>${{ sensitive: '(sensitive)', unknown: '(known after apply)', absent: '(absent)' }[shown.is]}</em>`;
}

/** Two lists of texts are shown as one, with what joins and what leaves. Lists that differ by order alone are not. */
function listSides(before: Shown, after: Shown): Markup | undefined {
  const [past, present] = [textsOf(before), textsOf(after)];
  if (past === undefined || present === undefined) return undefined;
  const removed = past.filter(text => !present.includes(text));
  const added = present.filter(text => !past.includes(text));
  if (removed.length + added.length === 0) return undefined;
  const kept = present.filter(text => past.includes(text));
  return html`<dd class="items">${[
    ...kept.map(text => item('kept', text)),
    ...added.map(text => item('added', text)),
    ...removed.map(text => item('removed', text)),
  ]}</dd>`;
}

const item = (tone: 'added' | 'removed' | 'kept', text: string): Markup => {
  const sign = tone === 'kept' ? undefined : html`<span aria-hidden="true">${symbols[tone]} </span>`;
  return html`<span class="item ${tone}">${sign}${unseen(`${tone} `)}${code(text)}</span> `;
};

/** The texts of a list of texts; undefined for every other value, and for one that was shortened. */
function textsOf(shown: Shown): readonly string[] | undefined {
  if (shown.is !== 'value' || !shown.text.startsWith('[')) return undefined;
  const list = parsed(shown.text);
  return Array.isArray(list) && list.every(part => typeof part === 'string') ? list : undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
