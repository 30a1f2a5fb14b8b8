import { createHash } from 'node:crypto';
import type { Client, Collection, ManagedCollectionName, OperationName } from '../../client';
import type { HandlerContext, Warn } from '../../plugin/define/context';
import type { PlannedCreation, SeenState, Warning } from '../../plugin/define/definition';
import type { KnownTenants } from '../api-keys/known-tenants';
import type { Finder } from '../found-drift';

/** What a deletion may warn of, and the notes by which another account is told. */
export type Deletion = Pick<HandlerContext<unknown>, 'warn' | 'notes'>;

/** A collection whose create follows docs/recovery.md. Writes warn of an answer that differs. */
type CreatedOnce<Objects> =
  Objects extends Collection<infer Types>
    ? Omit<Objects, 'create' | 'update' | 'delete'> & {
        /** Warns if the platform did not know the object. @throws {Refused} if the object belongs to another account */
        delete(id: string, context: Deletion): Promise<void>;
        /** @param wanted the whole object after the update, for a platform that resets what it is not sent */
        update(
          id: string,
          changes: Types['changes'],
          wanted: object,
          context: { readonly warn: Warn },
        ): Promise<void>;
        create(wanted: Types['wanted'], context: { readonly warn: Warn }): Promise<Types['created']>;
      }
    : never;

export type CollectionsCreatedOnce = {
  readonly [Name in ManagedCollectionName]: CreatedOnce<Client[Name]>;
};

/** The client that handlers receive, with creates by docs/recovery.md, and the provider's settings. */
export interface Platform extends Omit<Client, ManagedCollectionName>, CollectionsCreatedOnce, Finder {
  /**
   * Milliseconds since 1970 by the platform's clock. Decisions about keys use no other clock: the machine's may be days
   * ahead, and would revoke a key early.
   */
  now(): number;
  /** True if the configuration says that the platform lacks the operation. */
  lacksOperation(operation: OperationName): boolean;
  /** Records an object that one of Terraform's stored states shows. */
  stateSeen(state: SeenState): void;
  /** Warns of an object at two addresses. @throws {Refused} if the plan keeps it at one and deletes it at the other */
  changePlanned(state: SeenState, planned: SeenState | undefined): Warning | undefined;
  /** Judges an object, or a rotated key, that a plan creates. Returns what the plan says about it. */
  creationPlanned(planned: PlannedCreation): Promise<readonly Warning[]>;
  readonly seenTenants: Pick<KnownTenants, 'some' | 'areAllMissing' | 'hintOf'>;
  /** See `platformOrigin`. */
  readonly origin: string;
  /** See `TerraformRun`. */
  readonly plansByTime: boolean;
  /** True if plans may revoke or narrow the key that the provider itself uses. */
  readonly allowsSelfRevoke: boolean;
  /** True if this is the fingerprint of the key that the provider itself uses. */
  isOwnKey(fingerprint: string | undefined): boolean;
}

/**
 * Returns a hash that tells keys apart without storing them. A key has 32 random characters, so its hash reveals
 * nothing and may be in private state.
 */
export function fingerprintOf(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
