import type { EndpointMatrix, KeyMatrix } from '../model';
import { html, type Markup } from './markup';
import { type Matrix, type MatrixGroup, type MatrixRow, matrixTable } from './matrix';
import { leftOutNote, limited, limits, longTable, plural } from './page-limits';
import { badge, foreign, section } from './pieces';
import { cellLooks } from './words';

type Places = ReadonlyMap<string, string>;

/** Who may do what. */
export function keysSection({ scopes, rows }: KeyMatrix, places: Places): Markup | undefined {
  if (rows.length === 0) return undefined;
  const matrix: Subject = {
    id: 'keys',
    title: 'Keys and scopes',
    noun: 'key',
    columnNoun: 'scopes',
    caption: 'Keys and their scopes',
    corner: 'Key',
    separator: ':',
    columns: scopes,
    groupsOf: byTenant,
  };
  return matrixSection(matrix, rows.map(keyRow), places);
}

/** Who gets which events. */
export function endpointsSection({ eventTypes, rows }: EndpointMatrix, places: Places): Markup | undefined {
  if (rows.length === 0) return undefined;
  const matrix: Subject = {
    id: 'endpoints',
    title: 'Endpoints and event types',
    noun: 'endpoint',
    columnNoun: 'event types',
    caption: 'Endpoints and their event types',
    corner: 'Endpoint',
    separator: '.',
    columns: eventTypes,
    groupsOf: found => [{ heading: undefined, rows: found }],
  };
  return matrixSection(matrix, rows, places);
}

interface Subject extends Pick<Matrix, 'caption' | 'corner' | 'separator' | 'columns'> {
  readonly id: string;
  readonly title: string;
  readonly noun: string;
  readonly columnNoun: string;
  readonly groupsOf: (rows: readonly MatrixRow[]) => readonly MatrixGroup[];
}

function matrixSection(subject: Subject, rows: readonly MatrixRow[], places: Places): Markup {
  const { id, title, noun, columnNoun, columns, groupsOf, caption } = subject;
  const shownColumns = limited(columns.length === 0 ? [`no ${columnNoun}`] : columns, limits.columns);
  const table = (chosen: readonly MatrixRow[], name: string) => {
    const { shown, leftOut } = limited(chosen, limits.rows);
    const groups = groupsOf(shown);
    return html`${matrixTable({ ...subject, caption: name, columns: shownColumns.shown, places, groups })}${leftOutNote(leftOut, `${noun}s`)}`;
  };
  const isLong = rows.length > longTable;
  const moving = isLong ? rows.filter(isMoving) : rows;
  const staying = isLong ? rows.filter(row => !isMoving(row)) : [];
  return section({
    id,
    title,
    aside: html`<p class="tally">${plural(rows.length, noun)}</p>`,
    body: html`${legend}${moving.length === 0 ? undefined : table(moving, caption)}${
      staying.length === 0
        ? undefined
        : html`<details class="more"><summary>${plural(staying.length, `unchanged ${noun}`)}</summary>${table(staying, `${caption}, unchanged`)}</details>`
    }${leftOutNote(shownColumns.leftOut, columnNoun)}`,
  });
}

const isMoving = ({ action, cells }: MatrixRow) =>
  !['none', 'move', 'read'].includes(action) ||
  cells.some(cell => cell === 'added' || cell === 'removed' || cell === 'unknown');

const legend = html`<ul class="legend" aria-label="Signs">${(
  ['kept', 'added', 'removed', 'unknown', 'absent'] as const
).map(
  cell =>
    html`<li><span class="swatch ${cell}" aria-hidden="true">${cellLooks[cell].symbol}</span> ${cellLooks[cell].word}</li>`,
)}</ul>`;

function keyRow({ object, action, unrestricted, cells }: KeyMatrix['rows'][number]): MatrixRow {
  const isBand =
    unrestricted === 'kept' ||
    unrestricted === 'added' ||
    (unrestricted === 'removed' && action === 'delete');
  if (isBand) return { object, action, cells, band: bandOf(unrestricted) };
  if (unrestricted === 'removed')
    return {
      object,
      action,
      cells,
      mark: badge({ symbol: '−', word: 'no longer unrestricted', tone: 'removed' }),
    };
  if (unrestricted === 'unknown')
    return {
      object,
      action,
      cells,
      mark: badge({ symbol: '?', word: 'may become unrestricted', tone: 'critical' }),
    };
  return { object, action, cells };
}

const bandWords: Readonly<Record<'kept' | 'added' | 'removed', string>> = {
  kept: 'as before',
  added: 'from now on',
  removed: 'until now',
};

function bandOf(cell: 'kept' | 'added' | 'removed'): Markup {
  const { symbol } = cellLooks[cell];
  return html`<span class="unrestricted ${cell}"><span aria-hidden="true">${symbol}</span> <strong>UNRESTRICTED</strong> <span>${bandWords[cell]}: every scope, named here or not</span></span>`;
}

function byTenant(rows: readonly MatrixRow[]): readonly MatrixGroup[] {
  const byName = new Map<string | null, MatrixRow[]>();
  for (const row of rows) {
    const found = byName.get(row.object.tenant) ?? [];
    byName.set(row.object.tenant, found);
    found.push(row);
  }
  return [...byName].map(([tenant, found]) => ({
    heading: html`${tenant === null ? 'Tenant not known yet' : html`Tenant <strong>${foreign(tenant)}</strong>`} <small>${plural(found.length, 'key')}</small>`,
    rows: found,
  }));
}
