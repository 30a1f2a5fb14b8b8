import { invalidFields } from '../http/api-error';
import { type Answer, json } from '../http/exchange';
import type { Collection, Identified } from '../store/collection';
import { accept, pageQuery } from '../store/rules';

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
export function listAnswer<Member extends Identified>(
  name: string,
  collection: Collection<Member>,
  query: Readonly<Record<string, string>>,
  show: (member: Member) => unknown,
): Answer {
  const { limit, cursor } = accept(pageQuery, query);
  const page = collection.page(cursor === undefined ? undefined : decodeCursor(name, cursor), limit);
  const next_cursor = page.next === undefined ? null : encodeCursor(name, page.next);
  return json(200, { data: page.members.map(show), next_cursor });
}
