import { wire } from '../../client/contract/page';
import { type Dialect, spelled, spoken } from '../dialects/dialects';
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
  const { [wire.limitParameter]: asked, [wire.cursorParameter]: after, ...others } = query;
  const parameters = { ...others, limit: asked, cursor: after };
  const { limit, cursor } = (dialect.refusesUnknown ? acceptKnown : accept)(pageQuery, parameters);
  const { members, next } = objects.page(cursor, Math.min(limit, dialect.longestPage));
  const cursors = next === undefined ? dialect.lastPage : { [wire.cursor]: `${next}` };
  const data = members.filter(isShown).map(stored => spelled(spoken(dialect, show(stored)), dialect.listed));
  return json(200, { ...dialect.added, [wire.list]: data, ...cursors });
}
