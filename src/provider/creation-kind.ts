import { type Collection, type CollectionTypes, type ManagedCollectionName, NotFound } from '../client';
import { changesOf, identifyingNames } from '../client/contract/fields';
import { collections } from '../client/contract/operations';
import type { ResourceDefinition } from '../plugin/define/definition';
import type { Creatable, Identified, Listed, Takeover } from './creation/creatable';
import { digestOf } from './creation/object-digest';
import type { Platform } from './platform';
import { type LacksOperation, leftBehind } from './unavailable-operations';

/** The types of a collection whose objects can be found again: an item shows when it was created. */
export interface CreationTypes extends CollectionTypes {
  readonly item: { readonly id: string; readonly created_at: string };
}

/** How the objects of one resource are created exactly once, even if the answer is lost (decision 8). */
export interface CreationKind<Types extends CreationTypes> {
  readonly collection: ManagedCollectionName;
  /** Name of the kind in messages, such as `Webhook endpoint`. */
  readonly noun: string;
  /** Returns a short label without secrets for messages: the name of a key, the host of an endpoint. */
  labelOf(object: Types['wanted'] | Types['item']): string;
  /**
   * What happens to an object whose answer was lost. `taken over`: an update brings it to the configuration. `issued
   * again`: only the lost answer held the value, so another object is created and the first is deleted.
   */
  readonly lostAnswer: 'taken over' | 'issued again';
  /** Returns the warning if the platform cannot delete an object. @default that it is dropped from the state alone */
  leftBehind?(id: string): readonly [summary: string, detail: string];
  /** Returns the ids of other objects that a state of the resource names. @default none */
  alsoNames?(state: Readonly<Record<string, unknown>>): readonly string[];
  /** Never set: it carries the types. */
  readonly types?: Types;
}

/** The exports of a file in `resources/`. */
export interface ManagedResource {
  readonly definition: ResourceDefinition<Platform>;
  readonly creation: CreationKind<CreationTypes>;
}

/** Names of the attributes that are equal in two objects that look the same. */
export const recognizedBy = ({ collection }: Pick<CreationKind<CreationTypes>, 'collection'>) =>
  identifyingNames(collections[collection].fields);

/** Digest of the attributes that identify an object. An absent list and an empty list look the same. */
export function recognizedDigest(
  kind: Pick<CreationKind<CreationTypes>, 'collection'>,
  fields: object,
): string {
  return digestOf(...recognizedBy(kind).map(name => Reflect.get(fields, name) ?? []));
}

export function creatableOf(
  resource: string,
  kind: CreationKind<CreationTypes>,
  objects: Collection<CreationTypes>,
  lacksOperation: LacksOperation,
): Creatable<object, Identified> {
  const { collection, noun } = kind;
  const listed = (item: CreationTypes['item']): Listed => ({
    id: item.id,
    created_at: item.created_at,
    digest: recognizedDigest(kind, item),
    label: kind.labelOf(item),
  });
  const isTakenOver = kind.lostAnswer === 'taken over';
  return {
    resource,
    noun,
    digestOf: wanted => recognizedDigest(kind, wanted),
    labelOf: wanted => kind.labelOf(wanted),
    async *listed() {
      for await (const page of objects.pages()) yield page.map(listed);
    },
    async *listedInWalk() {
      for await (const page of objects.sharedPages()) yield page.map(listed);
    },
    async find(id) {
      const found = await objects.findNow(id);
      return found && listed(found);
    },
    create: (wanted, idempotencyKey) => objects.create(wanted, { idempotencyKey }),
    ...(isTakenOver ? { takeover: takeoverOf(kind, objects, !lacksOperation(`${collection}.update`)) } : {}),
    async revoke(id, warn) {
      if (lacksOperation(`${collection}.delete`)) warn(...(kind.leftBehind?.(id) ?? leftBehind(noun, id)));
      else await objects.delete(id);
    },
  };
}

function takeoverOf(
  { collection }: CreationKind<CreationTypes>,
  objects: Collection<CreationTypes>,
  isOffered: boolean,
): Takeover<object, Identified> {
  return {
    isOffered,
    reread: id => objects.findNow(id),
    async bring(id, wanted) {
      const found = await objects.findNow(id);
      const changes = found && changesOf(collections[collection].fields, found, wanted);
      if (changes === undefined) return found;
      return objects.update(id, changes).catch((error: unknown) => {
        if (error instanceof NotFound) return undefined;
        throw error;
      });
    },
  };
}
