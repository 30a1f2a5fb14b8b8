import { isKind } from '../../client';
import type { Warning } from '../../plugin/define/definition';
import type { Entry } from './journal/entry';
import type { Journal } from './journal/journal';
import type { PlanNote } from './journal/plan-note';
import type { Run } from './journal/run';
import type { Kind } from './kind';
import { notPermitted, planned, unguarded } from './messages';
import { isAsCreated, leftoversOf, soleInTime } from './ownership';
import { type LookAlikes, Snapshot } from './snapshot';

export interface PlannedCreatesOptions {
  readonly journal: Journal;
  readonly run: Run;
  readonly lookAlikes: LookAlikes;
  readonly acceptedLookAlikes: readonly string[];
  /** True if a state has shown the id so far, or the user has accepted it. */
  readonly isKnown: (id: string) => boolean;
}

/** The creates of a plan: what each says about objects that exist already, and what the apply must know of them. */
export class PlannedCreates {
  /** Digests of the planned objects by kind. Undefined stands for fields that are known only at apply. */
  private readonly digests = new Map<Kind, Set<string | undefined>>();
  private readonly listings = new Map<Kind, Promise<Snapshot>>();
  private readonly used = new Set<Entry>();
  /** Resource types by id. */
  private readonly taken = new Set<string>();
  private readonly named = new Set<string>();
  /** Kinds whose gap a warning has named. */
  private readonly unread = new Set<Kind>();

  constructor(private readonly options: PlannedCreatesOptions) {}

  /**
   * Records a planned create.
   * @param wanted undefined if the plan can say nothing about it: its fields are known only at apply
   * @throws {Refused} if the apply would fail after its approval: the credential may not read the collection, or
   * look-alikes are refused and the collection cannot be read to its end
   */
  async add(kind: Kind, wanted: object | undefined, isReplacement: boolean): Promise<readonly Warning[]> {
    const digest = wanted && kind.digestOf(wanted);
    const digests = this.digests.get(kind) ?? new Set();
    const twin = wanted && digests.has(digest) ? [planned.twin(kind, kind.rules.labelOf(wanted))] : [];
    this.digests.set(kind, digests.add(digest));
    const snapshot = this.isWhole ? await this.list(kind) : undefined;
    const words = snapshot === undefined ? [] : this.judgeGap(kind, snapshot);
    // Terraform drops the warnings of a replacement, so the apply says them.
    if (digest === undefined || isReplacement) return words;
    return [...words, ...twin, ...(await this.wordsOn(kind, digest, snapshot))];
  }

  /** Returns the warning of a collection whose objects cannot all be compared, once. */
  private judgeGap(kind: Kind, snapshot: Snapshot): readonly Warning[] {
    const gap = snapshot.blindSpot(this.options.acceptedLookAlikes);
    if (isKind(gap, 'Forbidden')) throw notPermitted(kind, gap);
    if (gap !== undefined && this.options.lookAlikes === 'refuse') throw unguarded(kind, gap);
    if (gap === undefined || this.unread.has(kind)) return [];
    this.unread.add(kind);
    return [planned.notCompared(kind, snapshot.all().length, gap)];
  }

  /** Returns what is to be said about objects that exist already. */
  private async wordsOn(
    kind: Kind,
    digest: string,
    snapshot: Snapshot | undefined,
  ): Promise<readonly Warning[]> {
    const leftovers = leftoversOf(kind, digest, this.options).filter(entry => !this.used.has(entry));
    if (snapshot === undefined)
      return leftovers.flatMap(({ id }) => (id ? [planned.notThisRun(kind, id)] : []));
    const words = await this.use(kind, leftovers, snapshot);
    const isTaken = words.length > 0 && !kind.isIssuedAgain;
    return isTaken ? words : [...words, ...this.nameLookAlikes(kind, digest, snapshot)];
  }

  /** True if the apply acts on the entry, or may do so because it learns the fields only then. */
  uses(entry: Entry): boolean {
    const isUndecided = [...this.digests].some(
      ([{ resource }, digests]) => resource === entry.resource && digests.has(undefined),
    );
    return isUndecided || this.used.has(entry);
  }

  get isEmpty(): boolean {
    return this.digests.size === 0;
  }

  note(): Omit<PlanNote, 'seen'> {
    const planned = [...this.digests].flatMap(([{ resource }, digests]) =>
      [...digests].map(digest => [resource, digest ?? ''] as const),
    );
    return { isWhole: this.isWhole, planned, named: [...this.named], taken: [...this.taken] };
  }

  /** A create takes over one endpoint. A key replaces all keys whose value was lost. */
  private async use(kind: Kind, entries: readonly Entry[], snapshot: Snapshot): Promise<readonly Warning[]> {
    const words: Warning[] = [];
    for (const entry of entries) {
      // An equal create that is planned meanwhile takes another entry.
      this.used.add(entry);
      const isUsed =
        entry.id === undefined
          ? this.useUnanswered(kind, entry, snapshot, words)
          : await this.useAnswered(kind, entry.id, entry, snapshot, words);
      if (!isUsed) this.used.delete(entry);
      if (isUsed && !(kind.isIssuedAgain && entry.id !== undefined)) break;
    }
    return words;
  }

  private async useAnswered(
    kind: Kind,
    id: string,
    entry: Entry,
    snapshot: Snapshot,
    words: Warning[],
  ): Promise<boolean> {
    const listed = snapshot.get(id);
    // Without a list, the apply finds out. A list may lag behind the create.
    if (listed === undefined && !snapshot.isComplete) return true;
    const found = listed ?? (await kind.find(id).catch(() => undefined));
    if (found === undefined) return false;
    if (!isAsCreated(entry, found) || !(kind.isIssuedAgain || kind.canTakeOver)) return false;
    words.push(kind.isIssuedAgain ? planned.issuedAgain(kind, id) : planned.takenOver(kind, id));
    this.taken.add(id);
    return true;
  }

  private useUnanswered(kind: Kind, entry: Entry, snapshot: Snapshot, words: Warning[]): boolean {
    const isFree = (id: string) => this.isFree(id);
    const found = kind.canTakeOver ? soleInTime(entry, snapshot, isFree) : undefined;
    if (found === undefined) return true;
    words.push(planned.takenByTime(kind, found.id));
    this.taken.add(found.id);
    return true;
  }

  private nameLookAlikes(kind: Kind, digest: string, snapshot: Snapshot): readonly Warning[] {
    const found = snapshot.like(digest).filter(({ id }) => this.isFree(id) && !this.named.has(id));
    for (const { id } of found) this.named.add(id);
    return found.length > 0 ? [planned.lookAlike(kind, found, this.options.lookAlikes === 'refuse')] : [];
  }

  private get isWhole(): boolean {
    return this.options.run.command?.isWhole ?? false;
  }

  private isFree(id: string): boolean {
    return !this.options.isKnown(id) && !this.taken.has(id);
  }

  /** Shares the pages that the reads of the walk have requested. */
  private list(kind: Kind): Promise<Snapshot> {
    const listing = this.listings.get(kind) ?? Snapshot.take(kind.listInWalk(), this.options.lookAlikes);
    this.listings.set(kind, listing);
    return listing;
  }
}
