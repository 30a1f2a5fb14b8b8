import { html, type Markup } from '../../words/markup';
import { plural } from '../../words/plural';
import { groupedBy } from '../grouped';
import type { Cell, KeyMatrix, Report } from '../model';
import { addressesWith } from '../verdict';
import { type Matrix, type MatrixGroup, type MatrixRow, matrixTable } from './matrix';
import { badge, foreign, leftOut, mostShown, section } from './pieces';
import { cellLooks, type Look } from './words';

type Places = ReadonlyMap<string, string>;

export function keysSection({ scopes, rows }: KeyMatrix, places: Places): Markup | undefined {
  if (rows.length === 0) return undefined;
  const matrix: Sheet = { corner: 'Key', columnNoun: 'scopes', columns: scopes, groupsOf: byTenant };
  return matrixSection(matrix, rows.map(keyRow), places);
}

export function endpointsSection(report: Report, places: Places): Markup | undefined {
  const { eventTypes, rows } = report.endpoints;
  if (rows.length === 0) return undefined;
  const matrix: Sheet = {
    corner: 'Endpoint',
    columnNoun: 'event types',
    columns: eventTypes,
    groupsOf: found => byHost(found, report),
  };
  return matrixSection(matrix, rows, places);
}

/** A table with more rows folds those that stay as they are. */
const longTable = 40;

interface Sheet extends Pick<Matrix, 'corner' | 'columns'> {
  readonly columnNoun: string;
  readonly groupsOf: (rows: readonly MatrixRow[]) => readonly MatrixGroup[];
}

function matrixSection(wide: Sheet, all: readonly MatrixRow[], places: Places): Markup {
  const { subject, rows } = changedFirst(wide, all);
  const { corner, columnNoun, groupsOf } = subject;
  const noun = corner.toLowerCase();
  const caption = `${corner}s and their ${columnNoun}`;
  const columns = subject.columns.length === 0 ? [`no ${columnNoun}`] : subject.columns;
  const table = (chosen: readonly MatrixRow[], name: string) => {
    const shown = firstOf(chosen);
    const sheet = matrixTable({ ...subject, caption: name, columns, places, groups: groupsOf(shown) });
    return html`${sheet}${leftOut(chosen.length - shown.length, noun)}`;
  };
  const isLong = rows.length > longTable;
  const telling = isLong ? rows.filter(isTelling) : rows;
  const staying = isLong ? rows.filter(row => !isTelling(row)) : [];
  return section({
    id: `${noun}s`,
    title: `${corner}s and ${columnNoun}`,
    aside: html`<p class="tally">${plural(rows.length, noun)}</p>`,
    body: html`${legend}${telling.length === 0 ? undefined : table(telling, caption)}${
      staying.length === 0
        ? undefined
        : html`<details class="more"><summary>${plural(staying.length, `unchanged ${noun}`)}</summary>${table(staying, `${caption}, unchanged`)}</details>`
    }`,
  });
}

const isMarked = ({ band, mark }: MatrixRow) => band !== undefined || mark !== undefined;

/** Keeps every key without limits: an unchanged one stands nowhere else. */
function firstOf(rows: readonly MatrixRow[]): readonly MatrixRow[] {
  const shown = new Set(rows.filter(row => !isMarked(row)).slice(0, mostShown));
  return rows.filter(row => isMarked(row) || shown.has(row));
}

/** A reviewer has to see every change, and every key without limits, changed or not. */
const isTelling = (row: MatrixRow) =>
  isMarked(row) || !['none', 'move', 'read'].includes(row.action) || row.cells.some(isChanged);

const isChanged = (cell: Cell | undefined) => cell === 'added' || cell === 'removed' || cell === 'unknown';

/** Moves the columns that change to the front, what an existing object gains first: a narrow screen shows few at once. */
function changedFirst(subject: Sheet, rows: readonly MatrixRow[]) {
  const grades = subject.columns.map((_, index) =>
    rows.reduce((most, row) => Math.max(most, gradeOf(row, index)), 0),
  );
  const order = [...grades.keys()].sort((one, other) => (grades[other] ?? 0) - (grades[one] ?? 0));
  return {
    subject: { ...subject, columns: order.flatMap(index => subject.columns[index] ?? []) },
    rows: rows.map(row => ({ ...row, cells: order.map(index => row.cells[index] ?? 'absent') })),
  };
}

function gradeOf({ action, cells }: MatrixRow, index: number): number {
  const cell = cells[index];
  if (cell === 'added' || cell === 'unknown') return action === 'create' ? 2 : 3;
  return cell === 'removed' ? 1 : 0;
}

const legend = html`<ul class="legend" aria-label="Signs">${(
  ['kept', 'added', 'removed', 'unknown', 'absent'] as const
).map(
  cell =>
    html`<li><span class="swatch ${cell}" aria-hidden="true">${cellLooks[cell].symbol}</span> ${cellLooks[cell].word}</li>`,
)}</ul>`;

function keyRow({ object, action, unrestricted, cells }: KeyMatrix['rows'][number]): MatrixRow {
  const row = { object, action, cells };
  if (unrestricted === 'kept' || unrestricted === 'added') return { ...row, band: bandOf(unrestricted) };
  if (unrestricted === 'removed')
    return action === 'delete' ? { ...row, band: bandOf('removed') } : { ...row, mark: badge(limitedNow) };
  return unrestricted === 'unknown' ? { ...row, mark: badge(perhaps) } : row;
}

const limitedNow: Look = { symbol: '−', word: 'no longer unrestricted', tone: 'removed' };
const perhaps: Look = { symbol: '?', word: 'may become unrestricted', tone: 'critical' };

const bandWords = { kept: 'as before', added: 'from now on', removed: 'until now' };

function bandOf(cell: keyof typeof bandWords): Markup {
  const { symbol } = cellLooks[cell];
  return html`<span class="unrestricted ${cell}"><span aria-hidden="true">${symbol}</span> <strong>UNRESTRICTED</strong> <span>${bandWords[cell]}: every scope, named here or not</span></span>`;
}

function byTenant(rows: readonly MatrixRow[]): readonly MatrixGroup[] {
  return [...groupedBy(rows, ({ object }) => object.tenant)].map(([tenant, found]) => ({
    heading: html`${tenant === null ? 'Tenant not known' : html`Tenant <strong>${foreign(tenant)}</strong>`} <small>${plural(found.length, 'key')}</small>`,
    rows: found,
  }));
}

/** Endpoints whose events go to another host stand apart. */
function byHost(rows: readonly MatrixRow[], report: Report): readonly MatrixGroup[] {
  const moved = addressesWith(report, 'host-changed');
  const groups = groupedBy(rows, ({ object }) => moved.has(object.address));
  if (!groups.has(true)) return [{ heading: undefined, rows }];
  return [true, false].flatMap(isMoved => {
    const found = groups.get(isMoved) ?? [];
    const heading = html`${isMoved ? 'Another host' : 'The same host as before'} <small>${plural(found.length, 'endpoint')}</small>`;
    return found.length === 0 ? [] : [{ heading, rows: found }];
  });
}
