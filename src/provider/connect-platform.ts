import { timingSafeEqual } from 'node:crypto';
import type { Client, OperationName } from '../client';
import { type ConnectedKind, kindsOf } from './creatables';
import type { CreationSite } from './creation/creatable';
import { Creations, type CreationsOptions } from './creation/creations';
import { recognizedBy, recognizedDigest } from './creation-kind';
import { ForeignChanges } from './foreign-changes';
import { type CollectionsCreatedOnce, fingerprintOf, type Platform } from './platform';

export interface PlatformSettings {
  /** Absent if a person's login is used. */
  readonly apiKey: string | undefined;
  readonly allowsSelfRevoke: boolean;
  readonly unavailable: ReadonlySet<string>;
  readonly creations: CreationsOptions;
}

export async function platformOf(client: Client, settings: PlatformSettings): Promise<Platform> {
  const { apiKey, allowsSelfRevoke, unavailable } = settings;
  const own = apiKey === undefined ? undefined : Buffer.from(fingerprintOf(apiKey));
  const lacksOperation = (operation: OperationName) => unavailable.has(operation);
  const kinds = kindsOf(client, lacksOperation);
  const creatables = kinds.map(({ creatable }) => creatable);
  const creations = await Creations.begin(settings.creations, creatables);
  const kindOf = (resource: string) => kinds.find(({ creatable }) => creatable.resource === resource);
  return {
    ...client,
    ...createdOnce(client, kinds, creations),
    lacksOperation,
    stateSeen: state => {
      creations.stateSeen(state);
      const alsoNames = kindOf(state.resource)?.creation.alsoNames;
      if (alsoNames !== undefined) for (const id of alsoNames(state.values())) creations.shown(id);
    },
    importBegan: id => creations.shown(id),
    creationPlanned: ({ resource, values, isKnown }) => {
      const kind = kindOf(resource)?.creation;
      if (kind === undefined) return;
      const isWhole = recognizedBy(kind).every(isKnown);
      creations.planned(resource, isWhole ? recognizedDigest(kind, values) : undefined);
    },
    isForecastDue: call => creations.isForecastDue(call),
    makeForecast: () => creations.makeForecast(),
    leave: leaving => creations.leave(leaving),
    close: async () => {
      await Promise.all([creations.dispose(), client.close()]);
    },
    foreignChanges: new ForeignChanges(settings.creations.run.command?.mode ?? 'normal'),
    worksWithLogin: apiKey === undefined,
    allowsSelfRevoke,
    isOwnKey: fingerprint =>
      own !== undefined && fingerprint !== undefined && timingSafeEqual(own, Buffer.from(fingerprint)),
  };
}

/** The collections of all registered resources, with a create that makes each object exactly once. */
function createdOnce(
  client: Client,
  kinds: readonly ConnectedKind[],
  creations: Creations,
): CollectionsCreatedOnce {
  const collections = kinds.map(({ creation: { collection }, creatable }) => [
    collection,
    {
      ...client[collection],
      create: (wanted: object, site: CreationSite) => creations.create(creatable, wanted, site),
      delete: async (id: string) => {
        await client[collection].delete(id);
        creations.deleted(id);
      },
    },
  ]);
  // Each name has the operations of its own collection. The compiler cannot infer that from a loop.
  return Object.fromEntries(collections) as CollectionsCreatedOnce;
}
