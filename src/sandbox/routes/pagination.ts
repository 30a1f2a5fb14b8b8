import { type Dialect, spoken } from '../dialects/dialects';
import { invalidFields } from '../http/api-error';
import { type ApiResponse, json } from '../http/exchange';
import { accept, acceptKnown, pageQuery } from '../store/accept';
import type { AnyCollection } from '../store/store';

/** A cursor contains the collection's name, so that a cursor of another collection is refused. */
function encodeCursor(collection: string, position: number): string {
  return Buffer.from(`${collection}:${position}`).toString('base64url');
}

function decodeCursor(collection: string, cursor: string): number {
  const [name, position] = Buffer.from(cursor, 'base64url').toString().split(':');
  if (name !== collection || position === undefined || !/^\d{1,15}$/.test(position)) {
    throw invalidFields({ cursor: 'is not a cursor of this list' });
  }
  return Number(position);
}

/** Returns the response of a list: `{data, next_cursor}`, with objects in the order of their creation (assumed). */
export function listResponse(
  objects: AnyCollection,
  query: Readonly<Record<string, string>>,
  dialect: Dialect,
): ApiResponse {
  const { segment, show } = objects.definition;
  const { limit, cursor } = (dialect.refusesUnknown ? acceptKnown : accept)(pageQuery, query);
  const { members, next } = objects.page(
    cursor === undefined ? undefined : decodeCursor(segment, cursor),
    Math.min(limit, dialect.longestPage),
  );
  const cursors = next === undefined ? dialect.lastPage : { next_cursor: encodeCursor(segment, next) };
  const data = members.map(stored => spoken(dialect, show(stored)));
  return json(200, { ...dialect.added, data, ...cursors });
}
