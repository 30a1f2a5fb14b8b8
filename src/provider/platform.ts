import { createHash } from 'node:crypto';
import type { Client, Collection, ManagedCollectionName, OperationName } from '../client';
import type { Leaving, PlannedCreation, SeenState } from '../plugin/define/definition';
import type { CreationSite } from './creation/creatable';
import type { Words } from './creation/messages';
import type { ForeignChanges } from './foreign-changes';

/** A collection whose creations happen once, whatever fails. */
type CreatedOnce<Objects> =
  Objects extends Collection<infer Types>
    ? Omit<Objects, 'create'> & {
        create(wanted: Types['wanted'], site: CreationSite): Promise<Types['created']>;
      }
    : never;

export type CollectionsCreatedOnce = {
  readonly [Name in ManagedCollectionName]: CreatedOnce<Client[Name]>;
};

/**
 * What handlers are given: the platform's client, whose creations happen once whatever fails, and what the
 * provider's configuration says about its use.
 */
export interface Platform extends Omit<Client, ManagedCollectionName>, CollectionsCreatedOnce {
  /** Whether the configuration says that the platform lacks the operation. */
  lacks(operation: OperationName): boolean;
  /** A stored state of Terraform's shows this. */
  stateSeen(state: SeenState): void;
  /** An import of this has begun. */
  importBegan(id: string): void;
  /** A plan creates such an object, or issues such a key. */
  creationPlanned(planned: PlannedCreation): void;
  /** Whether a plan has something to say of creations once it has come to all states. */
  isForecastDue(call: 'read' | 'plan'): boolean;
  makeForecast(): Promise<readonly Words[]>;
  /** The process ends. */
  leave(leaving: Leaving): void;
  /** Changes by others that refreshes of this process have found. */
  readonly foreignChanges: ForeignChanges;
  /** Whether a person's login is used, and no API key. */
  readonly worksWithLogin: boolean;
  /** Whether plans may revoke or narrow the very key that the provider runs with. */
  readonly allowsSelfRevoke: boolean;
  /** Whether this is the fingerprint of the key that the provider runs with. */
  isOwnKey(fingerprint: string | undefined): boolean;
}

/**
 * Tells keys apart without holding them. A key has 32 random characters, so its hash gives nothing away and may
 * stand in private state.
 */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
