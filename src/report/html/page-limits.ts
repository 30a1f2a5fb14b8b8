import { html, type Markup } from './markup';

/** A browser shows a page of this size at once. More changes are in folds of as many. JSON has everything. */
export const limits = {
  risks: 500,
  changes: 500,
  attributes: 100,
  rows: 500,
  columns: 60,
  findings: 500,
} as const;

/** A table with more rows folds those that stay as they are. */
export const longTable = 40;

export const limited = <Item>(items: readonly Item[], limit: number) => ({
  shown: items.slice(0, limit),
  leftOut: Math.max(0, items.length - limit),
});

/** Says how many are not shown. `noun` is plural. */
export function leftOutNote(count: number, noun: string): Markup | undefined {
  if (count === 0) return undefined;
  return html`<p class="left-out">${count} more ${noun} are left out of this page. <code>--format json</code> has all.</p>`;
}
