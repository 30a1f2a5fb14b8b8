import { timingSafeEqual } from 'node:crypto';
import type { Client, OperationName } from '../client';
import { otherwise } from '../client/contract/fields';
import type { Warn } from '../plugin/define/context';
import { tenantDoubts } from './api-keys/known-tenants';
import { Creations, type CreationsOptions } from './creation/creations';
import type { Kind } from './creation/kind';
import { applied } from './creation/messages';
import { ForeignChanges } from './foreign-changes';
import { kindsOf } from './kinds';
import { type CollectionsCreatedOnce, fingerprintOf, type Platform } from './platform';

export interface PlatformSettings {
  /** Absent if a person's login is used. */
  readonly apiKey: string | undefined;
  readonly origin: string;
  readonly allowsSelfRevoke: boolean;
  readonly unavailable: ReadonlySet<string>;
  readonly creations: CreationsOptions;
}

export async function platformOf(client: Client, settings: PlatformSettings): Promise<Platform> {
  const { apiKey, origin, allowsSelfRevoke, unavailable } = settings;
  const own = apiKey === undefined ? undefined : Buffer.from(fingerprintOf(apiKey));
  const lacksOperation = (operation: OperationName) => unavailable.has(operation);
  const kinds = kindsOf(client, lacksOperation);
  const creations = await Creations.begin(settings.creations, kinds);
  const doubtsAbout = tenantDoubts(client.tenants);
  const kindOf = (name: string) => kinds.find(({ resource }) => resource === name);
  return {
    ...client,
    ...createdOnce(client, kinds, creations),
    now: settings.creations.platformNow,
    lacksOperation,
    stateSeen: ({ resource, identity, values }) => {
      const alsoNames = kindOf(resource)?.rules.alsoNames;
      const ids = typeof identity === 'string' ? [identity] : [];
      creations.stateSeen(resource, [...ids, ...(alsoNames?.(values()) ?? [])]);
    },
    importBegan: id => creations.importBegan(id),
    creationPlanned: async ({ resource, values, isKnown, isReplacement }) => {
      const kind = kindOf(resource);
      if (kind === undefined) return [];
      const canSay = kind.recognizedBy.every(isKnown);
      const [unlisted, words] = await Promise.all([
        creations.isPlanning ? doubtsAbout(values['tenant_id']) : [],
        creations.planned(kind, canSay ? values : undefined, isReplacement),
      ]);
      return [...unlisted, ...words];
    },
    leave: leaving => creations.leave(leaving),
    foreignChanges: new ForeignChanges(settings.creations.run.command?.mode ?? 'normal'),
    origin,
    allowsSelfRevoke,
    isOwnKey: fingerprint =>
      own !== undefined && fingerprint !== undefined && timingSafeEqual(own, Buffer.from(fingerprint)),
  };
}

/** The collections of all registered resources. A create makes each object once. Writes warn of an answer that differs. */
function createdOnce(client: Client, kinds: readonly Kind[], creations: Creations): CollectionsCreatedOnce {
  const collections = kinds.map(kind => [
    kind.rules.collection,
    {
      ...client[kind.rules.collection],
      create: async (wanted: object, { warn }: { readonly warn: Warn }) => {
        const made = await creations.create(kind, wanted, warn);
        compare(kind, made.id, [wanted, made], warn);
        return made;
      },
      update: async (id: string, changes: object, { warn }: { readonly warn: Warn }) => {
        const told = await client[kind.rules.collection].update(id, changes);
        compare(kind, id, [changes, told ?? {}], warn);
      },
      delete: async (id: string) => {
        await creations.judgeOnce(kind);
        await client[kind.rules.collection].delete(id);
        creations.deleted.add(id);
      },
    },
  ]);
  // Each name has the operations of its own collection. The compiler cannot infer that from a loop.
  return Object.fromEntries(collections) as CollectionsCreatedOnce;
}

function compare(kind: Kind, id: string, [sent, told]: readonly [object, object], warn: Warn): void {
  const names = otherwise(kind.fields, sent, told);
  if (names.length > 0) warn(...applied.answeredOtherwise(kind, id, names, told));
}
