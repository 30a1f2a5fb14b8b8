import { type SharedSnapshot, takeSnapshot } from './collection-snapshot';
import type { Creatable, CreationSite, Identified, Listed } from './creatable';
import { CreateRequests, type CreateRequestsOptions } from './create-requests';
import type { PastEntry } from './journal/entry';
import type { Attempt } from './logical-creation';
import * as messages from './messages';

/** How long another process is waited for, milliseconds: longer than one request usually takes. */
const patience = 45_000;
const pollEvery = 100;

export interface CreationOptions extends CreateRequestsOptions {
  readonly before: Pick<SharedSnapshot, 'take'>;
  /** Whether the run comes to every object, so that a state would have shown what is managed. */
  readonly isWhole: boolean;
  readonly lookAlikes: 'warn' | 'refuse';
  /** Whether the plan has said what becomes of the object. */
  readonly isForetold: (id: string) => boolean;
}

/** What a creation begins with. */
interface Beginning extends Omit<Attempt, 'before'> {
  /** Objects of earlier runs that this run may not act on. */
  readonly untouched?: readonly string[];
}

/** One creation, from what an earlier run may have left of it to the answer that Terraform gets (decision 8). */
export class Creation<Wanted, Made extends Identified> {
  private readonly digest: string;
  private readonly requests: CreateRequests<Wanted, Made>;

  constructor(
    private readonly options: CreationOptions,
    private readonly kind: Creatable<Wanted, Made>,
    private readonly wanted: Wanted,
    private readonly site: CreationSite,
  ) {
    this.digest = kind.digestOf(wanted);
    this.requests = new CreateRequests(options, kind, wanted, site);
  }

  async run(): Promise<Made> {
    await this.waitForOthers();
    return (await this.continueEarlier()) ?? this.createBeside();
  }

  /** What this run may not act on is left alone, and named. */
  private async createBeside(): Promise<Made> {
    const { past } = this.options;
    const untouched: string[] = [];
    for (const entry of past.cutOff(this.kind.resource, this.digest)) {
      if (entry.id === undefined || past.mayActOn(entry)) continue;
      if ((await past.check(entry, entry.id, this.kind)) === 'ours') untouched.push(entry.id);
    }
    const isNew = untouched.filter(id => !this.options.isForetold(id));
    if (isNew.length > 0) this.site.warn(...messages.orphaned(this.kind, isNew, messages.notThisRun));
    return this.createNew({ untouched });
  }

  /** Another process may be about to create the same for the same resource. */
  private async waitForOthers(): Promise<void> {
    const { past, readJournal, sleep } = this.options;
    const isBusy = () => past.undecided(this.kind.resource, this.digest).length > 0;
    for (let waited = 0; isBusy(); waited += pollEvery) {
      if (waited >= patience) {
        this.site.warn(...messages.stillBeingCreated(this.kind, this.kind.labelOf(this.wanted)));
        return;
      }
      await sleep(pollEvery);
      await readJournal();
    }
  }

  private async continueEarlier(): Promise<Made | undefined> {
    const { past } = this.options;
    for (const entry of past.cutOff(this.kind.resource, this.digest)) {
      if (!past.mayActOn(entry) || !(await past.claim(entry))) continue;
      // Another process may have acted on it since this one has read the journal.
      await this.options.readJournal();
      if (!past.isOpen(entry)) continue;
      const made = await (entry.id === undefined
        ? this.continueUnanswered(entry)
        : this.reclaim(entry, entry.id));
      if (made !== undefined) return made;
    }
    return undefined;
  }

  /** The platform answered an earlier run with this id, so the object is ours. */
  private async reclaim(entry: PastEntry, id: string): Promise<Made | undefined> {
    const { past } = this.options;
    if ((await past.check(entry, id, this.kind)) !== 'ours') return undefined;
    if (this.kind.takeover !== undefined) return this.takeOver(entry, id);
    const { idempotencyKey, instead } = entry.intent;
    const made = await this.createNew({ idempotencyKey, instead: [id, ...instead], continued: entry });
    this.sayUnlessForetold(id, messages.wasReissued(this.kind, id));
    return made;
  }

  private async takeOver(entry: PastEntry, id: string): Promise<Made | undefined> {
    const { takeover } = this.kind;
    if (!takeover?.isOffered) return undefined;
    const own = await this.requests.beginKnown(id);
    const made = await takeover.bring(id, this.wanted);
    this.options.past.close(entry);
    if (made === undefined) own.close();
    else this.options.known.addMade(this.digest, id);
    if (made !== undefined) this.sayUnlessForetold(id, messages.wasTakenOver(this.kind, id));
    return made;
  }

  /** A plan names what it knows; the fields of an object may be known only at apply. */
  private sayUnlessForetold(id: string, words: messages.Words): void {
    if (!this.options.isForetold(id)) this.site.warn(...words);
  }

  /** An earlier run was cut off before the platform answered. */
  private async continueUnanswered(entry: PastEntry): Promise<Made | undefined> {
    const { past, readJournal, sleep } = this.options;
    const snapshot = await takeSnapshot(this.kind);
    // What another process has made since is its own.
    await readJournal();
    const { candidates, sole, isDisproved, isBlind } = await past.trace(entry, this.kind, snapshot);
    if (isDisproved) return undefined;
    if (sole !== undefined && this.kind.takeover?.isOffered) return this.takeOver(entry, sole.id);
    const { idempotencyKey, instead } = entry.intent;
    const isEarly = candidates.length === 0 && !isBlind;
    if (isBlind) await sleep(past.untilLate(entry));
    // The request may still take effect. The entry stays open, so that a later plan looks again.
    const made = await this.createNew({ idempotencyKey, instead, ...(!isEarly && { continued: entry }) });
    this.sayWhatIsLeft(candidates, isBlind, made);
    return made;
  }

  private sayWhatIsLeft(candidates: readonly Listed[], isBlind: boolean, made: Made): void {
    const { kind, site, wanted } = this;
    const left = candidates.map(({ id }) => id).filter(id => id !== made.id);
    if (left.length > 0) site.warn(...messages.candidates(kind, left));
    else if (isBlind) site.warn(...messages.repeatedBlindly(kind, kind.labelOf(wanted)));
  }

  private async createNew(continuing: Beginning): Promise<Made> {
    const { before, isWhole, lookAlikes } = this.options;
    const snapshot = await before.take();
    const strangers = this.strangersIn(snapshot.like(this.digest), continuing);
    if (strangers.length > 0 && lookAlikes === 'refuse' && isWhole)
      throw new messages.LookAlikeRefused(this.kind, strangers);
    // A run that visits a part of the state cannot tell a stranger from what the rest of it manages.
    const isTelling = (isWhole || lookAlikes === 'refuse') && continuing.idempotencyKey === undefined;
    if (strangers.length > 0 && isTelling) this.site.warn(...messages.lookAlike(this.kind, strangers));
    return this.requests.make({ ...continuing, before: snapshot });
  }

  /** Objects that look the same, and that nobody is known to manage. */
  private strangersIn(
    alike: readonly Listed[],
    { instead = [], untouched = [] }: Beginning,
  ): readonly string[] {
    const { known, past, isWhole } = this.options;
    const explained = new Set([...(this.site.besides ?? []), ...instead, ...untouched]);
    const isManaged = (id: string) =>
      (isWhole ? known.has(id) || known.isAccepted(id) : past.isExplained(id)) || past.isManagedElsewhere(id);
    return alike.map(({ id }) => id).filter(id => !isManaged(id) && !explained.has(id));
  }
}
