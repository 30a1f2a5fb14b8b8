import { PlatformError } from '../../client';
import type { Warning } from '../../plugin/define/definition';
import { type Created, CreateRequests, type CreateRequestsOptions } from './create-requests';
import type { Entry } from './journal/entry';
import type { OwnEntry } from './journal/own-entry';
import type { PlanNote } from './journal/plan-note';
import type { Kind } from './kind';
import { applied, LeftoverUnreadable, LookAlikeRefused, outdatedPlan, planned, unguarded } from './messages';
import { isAsCreated, leftoversOf, soleInTime } from './ownership';
import type { LookAlikes, Snapshot } from './snapshot';

export interface CreationOptions extends CreateRequestsOptions {
  /** What the plan of this apply has left. */
  readonly note: PlanNote | undefined;
  /** False if the note lacks this create: a later plan has left it. */
  readonly isPlanned: boolean;
  readonly lookAlikes: LookAlikes;
  /** Ids of objects that look like configured ones on purpose. */
  readonly acceptedLookAlikes: readonly string[];
}

/** One create: first it handles what an earlier run left, then it requests the object (decision 8). */
export class Creation {
  private readonly requests: CreateRequests;

  constructor(
    private readonly options: CreationOptions,
    private readonly kind: Kind,
    private readonly wanted: object,
    private readonly digest: string,
  ) {
    this.requests = new CreateRequests(options, kind, wanted, digest);
  }

  async run(): Promise<Created> {
    const { kind, options, requests } = this;
    const leftovers = this.leftovers();
    /** Keys whose value an earlier run has lost. They are revoked once another one exists. */
    const lost: OwnEntry[] = [];
    for (const entry of leftovers.filter(({ id }) => id !== undefined)) {
      const own = await this.claimAnswered(entry);
      if (own !== undefined && kind.isIssuedAgain) lost.push(own);
      const taken = own && !kind.isIssuedAgain ? await this.takeOver(own) : undefined;
      if (taken !== undefined) return taken;
    }
    const before = await options.snapshots.take(kind);
    const old = this.claimUnanswered(leftovers);
    const taken = old && (await this.takeByTime(old, before));
    if (taken !== undefined) return taken;
    this.judgeLookAlikes(
      before,
      lost.map(({ id }) => id),
    );
    const created = await requests.send(old ?? (await requests.begin(before)), before);
    for (const own of lost) await this.revoke(own);
    return created;
  }

  /** Returns the entries that the plan of this apply has found in no state. */
  private leftovers(): readonly Entry[] {
    const { note, run } = this.options;
    const mayUse = run.command?.name === 'apply' && run.command.isWhole;
    const entries = mayUse ? leftoversOf(this.kind, this.digest, this.options) : [];
    // The command line of a saved plan's apply does not say whether the plan was whole.
    const usable = note?.isWhole === false ? [] : entries.filter(({ mark }) => mark !== undefined);
    if (run.command?.hasPlanFile && usable.length < entries.length) throw outdatedPlan(this.kind);
    return usable;
  }

  /**
   * Claims an entry if its object is as the platform created it. Removes it if the object is gone.
   * @throws {LeftoverUnreadable} if the platform does not show the object: another one could be a duplicate
   */
  private async claimAnswered(entry: Entry): Promise<OwnEntry | undefined> {
    const { kind, options } = this;
    const { id = '' } = entry;
    const found = await kind.find(id).catch((error: unknown) => {
      throw error instanceof PlatformError ? new LeftoverUnreadable(kind, id, error) : error;
    });
    if (found === undefined) options.journal.close(entry);
    const isUsable = found !== undefined && isAsCreated(entry, found);
    return isUsable && (kind.isIssuedAgain || kind.canTakeOver) ? this.claim(entry) : undefined;
  }

  private claimUnanswered(leftovers: readonly Entry[]): OwnEntry | undefined {
    for (const entry of leftovers) {
      const own = entry.id === undefined ? this.claim(entry) : undefined;
      if (own !== undefined) return own;
    }
    return undefined;
  }

  private claim(entry: Entry): OwnEntry | undefined {
    const { journal, run, journalFailed } = this.options;
    return journal.claim(run.owner, entry, journalFailed);
  }

  /** Returns undefined if the object is gone. */
  private async takeOver(own: OwnEntry): Promise<Created | undefined> {
    const { id = '' } = own;
    const made = await this.kind.takeOver(id, this.wanted);
    if (made === undefined) own.close();
    else this.say(id, planned.takenOver(this.kind, id));
    return made && { made, own };
  }

  /** Takes over what an unanswered request has most likely created, if the plan has said so. */
  private async takeByTime(own: OwnEntry, before: Snapshot): Promise<Created | undefined> {
    const { note, isKnown, isPlanned, run } = this.options;
    if (!this.kind.canTakeOver) return undefined;
    const found = soleInTime({ ...own.entry, digest: this.digest }, before, id => !isKnown(id));
    if (found !== undefined && !isPlanned && run.command?.hasPlanFile) throw outdatedPlan(this.kind);
    const isOurs = found && this.isAnnounced(found.id) && !note?.seen.includes(found.id);
    if (found === undefined || !isOurs) return undefined;
    const made = await this.kind.takeOver(found.id, this.wanted);
    return made && { made, own };
  }

  /** @throws {LookAlikeRefused} @throws {Refused} if the setting refuses, and the list does not tell */
  judgeLookAlikes(before: Snapshot, own: readonly (string | undefined)[]): void {
    const { lookAlikes, isKnown, warn, run } = this.options;
    // A restricted plan has seen a part of the states. It may have been made after the saved plan of this apply.
    const isOther = this.options.note?.isWhole === false && run.command?.hasPlanFile;
    const note = isOther ? undefined : this.options.note;
    const isRefusing = lookAlikes === 'refuse' && note?.isWhole !== false;
    // Without the note of the plan, nobody knows what the states have. The setting then refuses every equal object.
    if (note === undefined && !isRefusing) return;
    const gap = before.blindSpot(this.options.acceptedLookAlikes);
    if (isRefusing && gap !== undefined) throw unguarded(this.kind, gap);
    const strangers = before
      .like(this.digest)
      .filter(
        ({ id }) => ![...own, ...(note?.seen ?? []), ...(note?.taken ?? [])].includes(id) && !isKnown(id),
      );
    if (strangers.length > 0 && isRefusing) throw new LookAlikeRefused(this.kind, strangers);
    const unsaid = strangers.filter(({ id }) => !note?.named.includes(id));
    if (unsaid.length > 0) warn(...applied.lookAlike(this.kind, unsaid));
  }

  /** Revokes a key whose value is lost. The new key must reach the state, so a failure is only a warning. */
  private async revoke(own: OwnEntry): Promise<void> {
    const { kind, options } = this;
    const { id = '' } = own;
    try {
      await kind.revoke(id, options.warn);
      own.close();
      this.say(id, planned.issuedAgain(kind, id));
    } catch (error) {
      const reason = error instanceof PlatformError ? error.message : '';
      options.warn(...applied.notRevoked(kind, id, reason));
    }
  }

  /** Says what the plan could not say, because it did not know the fields. */
  private say(id: string, words: Warning): void {
    if (!this.isAnnounced(id)) this.options.warn(...words);
  }

  private isAnnounced(id: string): boolean {
    return this.options.note?.taken.includes(id) ?? false;
  }
}
