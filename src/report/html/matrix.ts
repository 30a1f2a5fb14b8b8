import type { Action, Cell, Subject } from '../model';
import { html, type Markup } from './markup';
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
  /** Between the name of a column’s family and its own: `:` in `alerts:read`. */
  readonly separator: string;
  readonly groups: readonly MatrixGroup[];
  /** Addresses of objects to places on this page. */
  readonly places: ReadonlyMap<string, string>;
}

/** A table of who has what. It scrolls in its own region, which the keyboard reaches. */
export function matrixTable(matrix: Matrix): Markup {
  const starts = familyStarts(familiesOf(matrix));
  return html`<div class="region" role="region" aria-label="${matrix.caption}" tabindex="0">
<table class="matrix"><caption class="unseen">${matrix.caption}</caption>
${headOf(matrix)}${matrix.groups.map(group => groupBody(group, matrix, starts))}
</table></div>`;
}

interface Family {
  readonly name: string;
  readonly columns: readonly string[];
}

/** Neighbours of the same family share a heading. */
function familiesOf({ columns, separator }: Matrix): readonly Family[] {
  const families: { name: string; columns: string[] }[] = [];
  for (const column of columns) {
    const end = column.indexOf(separator);
    const [name, rest] = end < 1 ? ['', column] : [column.slice(0, end), column.slice(end + 1)];
    const last = families.at(-1);
    if (last?.name === name) last.columns.push(rest);
    else families.push({ name, columns: [rest] });
  }
  return families;
}

function familyStarts(families: readonly Family[]): ReadonlySet<number> {
  const starts = new Set<number>();
  let index = 0;
  for (const { columns } of families) {
    starts.add(index);
    index += columns.length;
  }
  return starts;
}

function headOf(matrix: Matrix): Markup {
  const families = familiesOf(matrix);
  const names = families.map(
    ({ name, columns }) =>
      html`<th class="family" scope="colgroup" colspan="${columns.length}">${foreign(name)}</th>`,
  );
  const columns = families.flatMap(({ name, columns: rests }) =>
    rests.map(
      (rest, index) =>
        html`<th${index === 0 ? html` class="first"` : undefined} scope="col">${unseen(name === '' ? '' : `${name}${matrix.separator}`)}${foreign(rest)}</th>`,
    ),
  );
  return html`<thead><tr><th class="corner" scope="col" rowspan="2">${matrix.corner}</th>${names}</tr>
<tr>${columns}</tr></thead>`;
}

function groupBody({ heading, rows }: MatrixGroup, matrix: Matrix, starts: ReadonlySet<number>): Markup {
  const width = matrix.columns.length + 1;
  const title =
    heading === undefined
      ? undefined
      : html`<tr class="group"><th scope="rowgroup" colspan="${width}"><span>${heading}</span></th></tr>`;
  return html`<tbody>${title}${rows.map(row => tableRow(row, matrix, starts))}</tbody>`;
}

function tableRow(row: MatrixRow, { places, columns }: Matrix, starts: ReadonlySet<number>): Markup {
  const { object, action, cells, band, mark } = row;
  const { symbol, word, tone } = actionLooks[action];
  const place = places.get(object.address);
  const name = breakable(object.label ?? object.address);
  const linked = place === undefined ? name : html`<a href="#${place}">${name}</a>`;
  const body =
    band === undefined
      ? columns.map((_, index) => tableCell(cells[index] ?? 'absent', starts.has(index)))
      : html`<td class="band" colspan="${columns.length}">${band}</td>`;
  return html`
<tr><th scope="row"><span class="name"><span>${linked}</span><span class="sign ${tone}"><span aria-hidden="true">${symbol}</span> ${word}</span></span><span class="under"><code dir="auto">${object.address}</code></span>${mark}</th>${body}</tr>`;
}

/** Cells are many, so their markup is short. */
function tableCell(cell: Cell, isFirst: boolean): Markup {
  const first = isFirst ? ' first' : '';
  if (cell === 'absent') return isFirst ? emptyFirst : empty;
  const { symbol, word } = cellLooks[cell];
  return html`<td class="${cell}${first}"><i aria-hidden="true">${symbol}</i>${unseen(word)}</td>`;
}

const empty = html`<td></td>`;
const emptyFirst = html`<td class="first"></td>`;
