import { timingSafeEqual } from 'node:crypto';
import type { Client } from '../../client';
import type { Warn } from '../../plugin/define/context';
import type { SeenState } from '../../plugin/define/definition';
import { knownTenants } from '../api-keys/known-tenants';
import { Creates } from '../creates/create';
import { type MetIds, PlannedCreates, PlannedFates } from '../creates/existing';
import type { ManagedCollection } from '../creates/managed-collection';
import { update } from '../creates/update';
import { wasNotThere } from '../creates/words';
import { answeredOtherwise } from '../creates/words-of-answers';
import { managedCollections } from '../registered-resources';
import { demandAccount } from './account';
import { type CollectionsCreatedOnce, type Deletion, fingerprintOf, type Platform } from './platform';
import type { TerraformRun } from './terraform-run';

type Given = 'origin' | 'allowsSelfRevoke' | 'lacksOperation' | 'now';

export interface PlatformSettings extends Pick<Platform, Given> {
  /** Absent if a person's login is used. */
  readonly apiKey: string | undefined;
  readonly run: TerraformRun;
}

export function platformOf(client: Client, { apiKey, run, ...given }: PlatformSettings): Platform {
  const own = apiKey === undefined ? undefined : Buffer.from(fingerprintOf(apiKey));
  const managed = managedCollections(client, given.lacksOperation);
  const ids = { managed: new Set<string>(), made: new Set<string>(), deleted: new Set<string>() };
  const planned = new PlannedCreates(run, ids);
  const tenants = knownTenants(client.tenants);
  const fates = new PlannedFates();
  const idsOf = ({ resource, identity, values }: SeenState) => [
    ...(typeof identity === 'string' ? [identity] : []),
    ...(managed.get(resource)?.rules.alsoNames?.(values()) ?? []),
  ];
  return {
    ...client,
    ...createdOnce(client, managed, ids, tenants),
    ...given,
    stateSeen(state) {
      for (const id of idsOf(state)) ids.managed.add(id);
    },
    changePlanned(state, next) {
      // A destroy deletes all. Terraform plans the configuration before it.
      if (run.mode !== 'normal') return undefined;
      const kept = next === undefined ? [] : idsOf(next);
      const deleted = idsOf(state).filter(id => !kept.includes(id));
      return fates.demandOneFate(kept, deleted, next === undefined ? state.identity : undefined);
    },
    async creationPlanned(creation) {
      const collection = managed.get(creation.resource);
      if (collection === undefined) return [];
      const [unlisted, words] = await Promise.all([
        run.walk === 'plan' ? tenants.doubtsAbout(creation.values['tenant_id']) : [],
        planned.judge(collection, creation),
      ]);
      return [...unlisted, ...words];
    },
    seenTenants: tenants,
    mode: run.mode,
    plansByTime: run.plansByTime,
    drift: new Map(),
    isOwnKey: fingerprint =>
      own !== undefined && fingerprint !== undefined && timingSafeEqual(own, Buffer.from(fingerprint)),
  };
}

/** The collections of all registered resources, as handlers receive them. */
function createdOnce(
  client: Client,
  managed: ReadonlyMap<string, ManagedCollection>,
  ids: MetIds,
  seenTenants: Platform['seenTenants'],
): CollectionsCreatedOnce {
  const collections = [...managed.values()].map(each => {
    const name = each.rules.collection;
    const creates = new Creates(each, ids);
    const handlers = {
      ...client[name],
      create: async (wanted: object, { warn }: { readonly warn: Warn }) => {
        const made = await creates.create(wanted, warn);
        for (const words of answeredOtherwise(each, made.id, wanted, made)) warn(...words);
        return made;
      },
      update: async (id: string, changes: object, wanted: object, { warn }: { readonly warn: Warn }) => {
        const { sent, shown = {} } = await update(each, id, [changes, wanted], warn);
        for (const words of answeredOtherwise(each, id, sent, shown)) warn(...words);
      },
      delete: async (id: string, { warn, notes }: Deletion) => {
        const wasThere = await client[name].delete(id);
        if (!wasThere) await demandAccount(id, { client: { seenTenants }, notes });
        ids.deleted.add(id);
        if (!wasThere) warn(...wasNotThere(each, id));
      },
    };
    return [name, handlers];
  });
  // Each name has the operations of its own collection. The compiler cannot infer that from a loop.
  return Object.fromEntries(collections) as CollectionsCreatedOnce;
}
