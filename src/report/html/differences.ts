import type { Difference, Shown } from '../model';
import { html, type Markup } from './markup';
import { code, unseen } from './pieces';

/** The attributes of an object that change. */
export function differenceList(differences: readonly Difference[]): Markup {
  return differences.length === 0
    ? html`<p class="detail">No attribute changes.</p>`
    : html`<dl class="differences">${differences.map(changedAttribute)}</dl>`;
}

function changedAttribute({ path, before, after, forcesReplacement }: Difference): Markup {
  const mark = forcesReplacement ? html` <span class="forces">forces the replacement</span>` : undefined;
  return html`<div><dt>${code(path)}${mark}</dt>${bothSides(before, after)}</div>`;
}

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
