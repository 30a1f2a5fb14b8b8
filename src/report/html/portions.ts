import { plural } from '../verdict';
import { html, type Markup } from './markup';

/** A browser shows so many items at once. */
const portion = 500;

/** Shows the first items. The others are in folds, which cost a browser nothing until somebody opens them. */
export function inPortions<Item>(
  items: readonly Item[],
  noun: string,
  show: (items: readonly Item[], start: number) => Markup,
): Markup {
  const starts = [...items.keys()].filter(index => index % portion === 0);
  return html`${starts.map(start => {
    const some = items.slice(start, start + portion);
    return start === 0
      ? show(some, start)
      : html`<details class="more"><summary>${start + 1} to ${start + some.length} of ${plural(items.length, noun)}</summary>${show(some, start)}</details>`;
  })}`;
}
