import { knownEventTypes, knownScopes } from '../../client/contract/catalogue';
import type { Verb } from '../../client/contract/operation';
import { wire } from '../../client/contract/page';
import type { Shape } from '../collections/sandbox-collection';
import { type Dialect, spelled, spoken } from '../dialects/dialects';
import { invalidFields, notFound } from '../http/api-error';
import { type ApiResponse, json, type OperationHandler } from '../http/request-and-response';
import type { SimulatedPlatform } from '../platform/platform';
import { accept, acceptKnown, pageQuery, parseObject } from '../store/accept';
import { type AnyCollection, brokenReference } from '../store/store';

/** What each operation of the contract does on a collection. */
export function collectionOperations(
  { store, dialect }: Pick<SimulatedPlatform, 'store' | 'dialect'>,
  objects: AnyCollection,
): Readonly<Record<Verb, OperationHandler>> {
  const { definition } = objects;
  const { statuses, lateListings, createsOnceBy: field = '' } = dialect;
  const madeAt = new Map<string, number>();
  const isShown = ({ id }: { readonly id: string }) =>
    performance.now() - (madeAt.get(id) ?? Number.NEGATIVE_INFINITY) >= dialect.lateReads;
  const existing = (id: string) => {
    const stored = objects.get(id);
    if (stored === undefined) throw notFound(definition.noun);
    return spoken(dialect, definition.show(stored));
  };
  return {
    create: ({ body }) => {
      const request = received(dialect, definition.creation, body);
      const broken = brokenReference(store, objects, request);
      if (broken !== undefined) {
        throw invalidFields({ [broken.field]: `names no ${broken.noun} of this platform` });
      }
      const value: unknown = Reflect.get(request, field);
      const twin = objects.all().find(each => value !== undefined && Reflect.get(each, field) === value);
      if (twin) return answered(200, spoken(dialect, definition.show(objects.change(twin.id, request))));
      const stored = objects.create(request, lateListings);
      madeAt.set(stored.id, performance.now());
      return answered(statuses.create, spoken(dialect, definition.reveal(stored)));
    },
    list: ({ query }) => listResponse(objects, query, dialect, isShown),
    get: ({ id }) => {
      if (!isShown({ id })) throw notFound(definition.noun);
      return answered(200, existing(id));
    },
    update: ({ id, body }) => {
      existing(id);
      const { change = definition.creation } = definition;
      const request = received(dialect, change, body);
      objects.change(id, dialect.updates(Object(objects.get(id)), request), lateListings);
      return answered(statuses.update, existing(id));
    },
    delete: ({ id }) => {
      const last = existing(id);
      objects.remove(id, lateListings);
      return json(statuses.delete, last);
    },
  };
}

const answered = (status: number, object: object) =>
  json(status, wire.object === undefined ? object : { [wire.object]: object });

/** Returns the response of a list: `{data, next_cursor}`, with objects in the order of their creation (assumed). */
function listResponse(
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

const documented = new Set<unknown>([...knownEventTypes, ...knownScopes]);

/** @throws {ApiError} 400 or 422 */
function received({ refusesUnknown, stored }: Dialect, shape: Shape<object>, body: string): object {
  if (!refusesUnknown) return spelled(accept(shape, parseObject(body)), stored);
  const request = acceptKnown(shape, parseObject(body));
  for (const [name, values] of Object.entries(request))
    if (Array.isArray(values) && !values.every(value => documented.has(value)))
      throw invalidFields({ [name]: 'has an unknown value' });
  return spelled(request, stored);
}
