import type { Verb } from '../../client/contract/operations';
import type { Shape } from '../collections/sandbox-collection';
import type { Dialect } from '../dialects/dialects';
import { canonical, spoken, undocumentedValues } from '../dialects/in-dialect';
import { invalidFields, notFound } from '../http/api-error';
import { answered, json, type OperationHandler } from '../http/exchange';
import type { Platform } from '../platform/platform';
import { accept, acceptKnown, parseObject } from '../store/accept';
import { type AnyCollection, brokenReference } from '../store/store';
import { listResponse } from './pagination';

/** What each operation of the contract does on a collection. */
export function collectionOperations(
  { store, dialect }: Pick<Platform, 'store' | 'dialect'>,
  objects: AnyCollection,
): Readonly<Record<Verb, OperationHandler>> {
  const { definition } = objects;
  const { statuses, lateListings } = dialect;
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
      const created = definition.reveal(objects.create(request, lateListings));
      return answered(statuses.create, spoken(dialect, created));
    },
    list: ({ query }) => listResponse(objects, query, dialect),
    get: ({ id }) => json(200, existing(id)),
    update: ({ id, body }) => {
      existing(id);
      const { change = definition.creation } = definition;
      objects.change(id, received(dialect, change, body), lateListings);
      return answered(statuses.update, existing(id));
    },
    delete: ({ id }) => {
      const last = existing(id);
      objects.remove(id, lateListings);
      return answered(statuses.delete, last);
    },
  };
}

/** @throws {ApiError} 400 or 422 */
function received({ refusesUnknown, isCanonical }: Dialect, shape: Shape<object>, body: string): object {
  const request = (refusesUnknown ? acceptKnown : accept)(shape, parseObject(body));
  const undocumented = refusesUnknown ? undocumentedValues(request) : {};
  if (Object.keys(undocumented).length > 0) throw invalidFields(undocumented);
  return isCanonical ? canonical(request) : request;
}
