import { isKind, PlatformError } from '../../client';
import type { Warn } from '../../plugin/define/context';
import type { Journal } from './journal/journal';
import type { OwnEntry } from './journal/own-entry';
import type { Run } from './journal/run';
import type { Identified, Kind, PlatformObject } from './kind';
import { answeredExisting, applied } from './messages';
import { isAsCreated, startAfter } from './ownership';
import type { SharedSnapshots, Snapshot } from './snapshot';

export interface CreateRequestsOptions {
  readonly journal: Journal;
  readonly run: Run;
  /** True if a state has shown the id, this process has created it, or the user has accepted it. */
  readonly isKnown: (id: string) => boolean;
  /** True if this process has deleted the object since. */
  readonly hasDeleted: (id: string) => boolean;
  readonly snapshots: SharedSnapshots;
  readonly newIdempotencyKey: () => string;
  /** Milliseconds since 1970 by the platform's clock. */
  readonly platformNow: () => number;
  readonly warn: Warn;
  /** Called with the reason if the journal cannot be written. */
  readonly journalFailed: (error: unknown) => void;
}

/** The result of a create, and the entry to close once Terraform has the object. */
export interface Created {
  readonly made: Identified;
  readonly own: OwnEntry;
}

/** Sends create requests for one object until the platform has answered. */
export class CreateRequests {
  constructor(
    private readonly options: CreateRequestsOptions,
    private readonly kind: Kind,
    private readonly wanted: object,
    private readonly digest: string,
  ) {}

  /** Records a create before its first request. */
  begin(before: Snapshot): Promise<OwnEntry> {
    const { journal, run, isKnown, newIdempotencyKey, platformNow, journalFailed } = this.options;
    const { kind, digest } = this;
    const others = before.like(digest).filter(({ id }) => !isKnown(id));
    const intent = {
      resource: kind.resource,
      digest,
      place: run.place,
      start: startAfter(others, platformNow()),
      idempotencyKey: newIdempotencyKey(),
    };
    return journal.begin(run.owner, intent, journalFailed);
  }

  /**
   * @param own an entry that is begun, or one of an earlier run that was cut off from its answer
   * @throws {PlatformError<'Ambiguous'>} if every answer was lost
   * @throws {Refused} if an answer shows an object that was there before
   */
  async send(own: OwnEntry, before: Snapshot): Promise<Created> {
    let isRepeated = own.isOld;
    let found: Identified | undefined;
    const find = async () => {
      isRepeated = true;
      found = await this.takeFound(own, before);
      return found;
    };
    const made = await this.kind
      .create(this.wanted, { idempotencyKey: own.entry.idempotencyKey, find })
      .catch((error: unknown) => this.handle(error, own, before, isRepeated));
    if (made !== undefined) this.recordAnswer(made.id, own, before);
    // Only an entry of an earlier run comes to this: the new one is not old.
    if (made === undefined || (own.isOld && !(await this.isUsable(made)))) {
      own.close();
      return this.send(await this.begin(before), before);
    }
    if (isRepeated && made !== found) await this.nameOthers(before, made);
    return { made, own };
  }

  /**
   * Decides about an error. Returns if the platform refuses the Idempotency-Key of an earlier run.
   * @throws the error otherwise
   */
  private handle(error: unknown, own: OwnEntry, before: Snapshot, isRepeated: boolean): undefined {
    // Only the value of a key is missing. Any other answer with an id is enough.
    if (isKind(error, 'Ambiguous') && error.facts.id !== undefined)
      this.recordAnswer(error.facts.id, own, before);
    if (own.id !== undefined) throw error;
    // The configuration may now have another secret than the request that the key stands for.
    if (own.isOld && isKind(error, 'Conflict', 'Invalid')) return undefined;
    // Ctrl-C prevents the repetition. It says nothing about the request before it, so that entry stays.
    const isRefused = error instanceof PlatformError && !error.mayHaveTakenEffect;
    if (isRefused && !isRepeated) own.close();
    throw error;
  }

  /**
   * Records the id of an answer, unless the object was there before: some platforms answer an equal create so, and change
   * the object. Taken into a state, an object of somebody else would be destroyed with it.
   */
  private recordAnswer(id: string, own: OwnEntry, before: Snapshot): void {
    const { isKnown, hasDeleted } = this.options;
    const listed = before.get(id);
    const wasThere = (isKnown(id) || listed !== undefined) && !hasDeleted(id);
    // The answer to a request of an earlier run shows what that request has made, unless the object is older or another.
    const mayBeOwn = own.isOld && (!listed || isAsCreated({ ...own.entry, digest: this.digest }, listed));
    if (wasThere && !mayBeOwn) {
      own.close();
      throw answeredExisting(this.kind, id);
    }
    own.answered(id);
  }

  /** Takes over the endpoint of a lost answer: the only equal one that the list before the request had not. */
  private async takeFound(own: OwnEntry, before: Snapshot): Promise<Identified | undefined> {
    const { kind, options, wanted } = this;
    if (!kind.canTakeOver || !before.isComplete) return undefined;
    const after = await options.snapshots.takeNow(kind);
    const [only, ...others] = await this.newSince(before, after);
    const isSole = after.isComplete && others.length === 0 && !this.isBeingCreated();
    if (only === undefined || !isSole) return undefined;
    own.answered(only.id);
    const made = await kind.takeOver(only.id, wanted);
    if (made !== undefined) options.warn(...applied.found(kind, only.id));
    return made;
  }

  /** Returns the equal objects that are new and have no known owner. */
  private async newSince(before: Snapshot, after: Snapshot): Promise<readonly PlatformObject[]> {
    const { journal, isKnown } = this.options;
    // The process of another provider block may have created one of them.
    await journal.read();
    return after
      .like(this.digest)
      .filter(({ id }) => !before.get(id) && !isKnown(id) && journal.withId(id).length === 0);
  }

  /** True if another process has asked for an equal object, and its answer has not come yet. */
  private isBeingCreated(): boolean {
    const { journal, run } = this.options;
    return journal
      .all()
      .some(
        entry =>
          entry.resource === this.kind.resource &&
          entry.digest === this.digest &&
          entry.id === undefined &&
          !entry.file.startsWith(run.owner) &&
          journal.standing(entry) === 'alive',
      );
  }

  /** A replay shows the object as created. It may be gone, or serve another resource. */
  private async isUsable({ id }: Identified): Promise<boolean> {
    if (this.options.isKnown(id)) return false;
    // The answer may hold the value of a key. A failed check must not lose it.
    return (await this.kind.find(id).catch(() => id)) !== undefined;
  }

  /** Warns about other objects that a lost request may have created. */
  private async nameOthers(before: Snapshot, made: Identified): Promise<void> {
    const { kind, options, wanted } = this;
    const after = before.isComplete ? await options.snapshots.takeNow(kind) : before;
    const others = (await this.newSince(before, after)).filter(({ id }) => id !== made.id);
    if (others.length > 0) options.warn(...applied.duplicates(kind, others));
    // A list that does not show the new object, or not all of it, may hide another one.
    else if (!after.isComplete || !after.like(this.digest).some(({ id }) => id === made.id))
      options.warn(...applied.askedTwice(kind, kind.rules.labelOf(wanted)));
  }
}
