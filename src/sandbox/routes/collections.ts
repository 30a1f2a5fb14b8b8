import type { Verb } from '../../client/contract/operations';
import { invalidFields, notFound } from '../http/api-error';
import { json, noContent, type OperationHandler } from '../http/exchange';
import { accept, parseObject } from '../store/accept';
import { type AnyCollection, brokenReference, type Store } from '../store/store';
import { listResponse } from './pagination';

/** What each operation of the contract does on a collection. */
export function collectionOperations(
  store: Store,
  objects: AnyCollection,
): Readonly<Record<Verb, OperationHandler>> {
  const { definition } = objects;
  const existing = (id: string) => {
    const stored = objects.get(id);
    if (stored === undefined) throw notFound(definition.noun);
    return stored;
  };
  return {
    create: ({ body }) => {
      const request = accept(definition.creation, parseObject(body));
      const broken = brokenReference(store, objects, request);
      if (broken !== undefined) {
        throw invalidFields({ [broken.field]: `names no ${broken.noun} of this platform` });
      }
      return json(201, definition.reveal(objects.create(request)));
    },
    list: ({ query }) => listResponse(objects, query),
    get: ({ id }) => json(200, definition.show(existing(id))),
    update: ({ id, body }) => {
      existing(id);
      const { change = definition.creation } = definition;
      return json(200, definition.show(objects.change(id, accept(change, parseObject(body)))));
    },
    delete: ({ id }) => {
      if (!objects.remove(id)) throw notFound(definition.noun);
      return noContent;
    },
  };
}
