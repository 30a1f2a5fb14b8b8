import { type Dialect, spoken } from '../dialects/dialects';
import { type ApiResponse, json } from '../http/request-and-response';
import { accept, acceptKnown, pageQuery } from '../store/accept';
import type { AnyCollection } from '../store/store';

/** Returns the response of a list: `{data, next_cursor}`, with objects in the order of their creation (assumed). */
export function listResponse(
  objects: AnyCollection,
  query: Readonly<Record<string, string>>,
  dialect: Dialect,
  isShown: (object: { readonly id: string }) => boolean,
): ApiResponse {
  const { show } = objects.definition;
  const { limit, cursor } = (dialect.refusesUnknown ? acceptKnown : accept)(pageQuery, query);
  const { members, next } = objects.page(cursor, Math.min(limit, dialect.longestPage));
  const cursors = next === undefined ? dialect.lastPage : { next_cursor: `${next}` };
  const data = members.filter(isShown).map(stored => spoken(dialect, show(stored)));
  return json(200, { ...dialect.added, data, ...cursors });
}
