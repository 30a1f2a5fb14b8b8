import { html, type Markup } from '../../words/markup';
import type { Action, Cell, Subject } from '../model';
import { breakable, foreign, unseen } from './pieces';
import { actionLooks, cellLooks } from './words';

export interface MatrixRow {
  readonly object: Subject;
  readonly action: Action;
  readonly cells: readonly Cell[];
  /** Stands in place of all cells, for a row that no single cell could describe. */
  readonly band?: Markup | undefined;
  /** Stands below the name. */
  readonly mark?: Markup | undefined;
}

export interface MatrixGroup {
  readonly heading: Markup | undefined;
  readonly rows: readonly MatrixRow[];
}

export interface Matrix {
  /** Names the table for a screen reader, and its region for the keyboard. */
  readonly caption: string;
  /** Of the first column. */
  readonly corner: string;
  readonly columns: readonly string[];
  readonly groups: readonly MatrixGroup[];
  /** Addresses of objects to places on this page. */
  readonly places: ReadonlyMap<string, string>;
}

/** A table of who has what. It scrolls in its own region, which the keyboard reaches. */
export const matrixTable = (matrix: Matrix): Markup => html`
<div class="region" role="region" aria-label="${matrix.caption}" tabindex="0">
<table class="matrix"><caption class="unseen">${matrix.caption}</caption>
<thead><tr><th class="corner" scope="col">${matrix.corner}</th>${matrix.columns.map(
  column => html`<th scope="col">${foreign(column)}</th>`,
)}</tr></thead>${matrix.groups.map(group => groupBody(group, matrix))}
</table></div>`;

function groupBody({ heading, rows }: MatrixGroup, matrix: Matrix): Markup {
  const width = matrix.columns.length + 1;
  const title =
    heading === undefined
      ? undefined
      : html`<tr class="group"><th scope="rowgroup" colspan="${width}"><span>${heading}</span></th></tr>`;
  return html`<tbody>${title}${rows.map(row => tableRow(row, matrix))}</tbody>`;
}

function tableRow(row: MatrixRow, { places, columns }: Matrix): Markup {
  const { object, action, cells, band, mark } = row;
  const { symbol, word, tone } = actionLooks[action];
  const place = places.get(object.address);
  const name = breakable(object.label ?? object.address);
  const linked = place === undefined ? name : html`<a href="#${place}">${name}</a>`;
  const body =
    band === undefined
      ? columns.map((_, index) => tableCell(cells[index] ?? 'absent'))
      : html`<td class="band" colspan="${columns.length}">${band}</td>`;
  return html`
<tr><th scope="row"><span class="name"><span>${linked}</span><span class="sign ${tone}"><span aria-hidden="true">${symbol}</span> ${word}</span></span><span class="under"><code dir="auto">${object.address}</code></span>${mark}</th>${body}</tr>`;
}

/** Cells are many, so their markup is short. */
function tableCell(cell: Cell): Markup {
  if (cell === 'absent') return empty;
  const { symbol, word } = cellLooks[cell];
  return html`<td class="${cell}"><i aria-hidden="true">${symbol}</i>${unseen(word)}</td>`;
}

const empty = html`<td></td>`;
