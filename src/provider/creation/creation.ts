import type { SharedSnapshot } from './collection-snapshot';
import type { Creatable, CreationSite, Identified, Listed } from './creatable';
import { type Attempt, CreateRequests, type CreateRequestsOptions } from './create-requests';
import type { PastEntry } from './journal/entry';
import { LookAlikeRefused, lookAlike } from './look-alike-messages';
import * as messages from './messages';
import type { Verdict } from './rule-book';

/** How long to wait for another process, milliseconds. It is longer than one request usually takes. */
const patience = 45_000;

export interface CreationOptions extends CreateRequestsOptions {
  readonly before: Pick<SharedSnapshot, 'take'>;
  /** True if the run visits every object. A state has then shown every managed object. */
  readonly isWhole: boolean;
  readonly lookAlikes: 'warn' | 'refuse';
  /** True if the plan has announced what the apply does with the object of an entry. */
  readonly isForetold: (entry: PastEntry) => boolean;
  /** True if the plan has named this object. */
  readonly isNamed: (id: string) => boolean;
}

/** The starting point of a create, before the snapshot. */
interface Beginning extends Omit<Attempt, 'before'> {
  /** Objects of earlier runs that this run must not change. */
  readonly untouched?: readonly string[];
}

/** One create: first it handles what an earlier run left, then it requests the object (decision 8). */
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
    const { kind, digest, site, wanted } = this;
    const { past } = this.options;
    if (!(await past.settled(kind.resource, digest, patience)))
      site.warn(...messages.stillBeingCreated(kind, kind.labelOf(wanted)));
    const untouched: string[] = [];
    for (const entry of past.cutOff(kind.resource, digest)) {
      const mayAct = past.mayActOn(entry);
      if (mayAct ? !(await past.claim(entry)) : entry.id === undefined) continue;
      const verdict = await past.judge(entry, kind, { isWanted: true, isUndecided: false });
      const made = await this.act(entry, verdict);
      if (made !== undefined) return made;
      if (!mayAct && verdict.topic === 'notThisRun') untouched.push(...verdict.ids);
    }
    if (untouched.length > 0) site.warn(...messages.planned.notThisRun(kind, untouched));
    return this.createNew({ untouched });
  }

  /** @returns undefined if the entry does not serve this create */
  private async act(entry: PastEntry, verdict: Verdict): Promise<Made | undefined> {
    const [id = ''] = verdict.ids;
    if (verdict.act === 'take over') return this.takeOver(entry, id);
    if (verdict.act === 'issue anew') return this.issueAnew(entry, id);
    return verdict.act && this.askAgain(entry, verdict);
  }

  private async takeOver(entry: PastEntry, id: string): Promise<Made | undefined> {
    const own = await this.requests.beginKnown(id);
    const made = await this.kind.takeover?.bring(id, this.wanted);
    this.options.past.close(entry);
    if (made === undefined) {
      own.close();
      return undefined;
    }
    this.options.known.add(id);
    this.sayUnlessForetold(entry, messages.wasTakenOver(this.kind, id));
    return made;
  }

  /** Issues another key. The platform answered an earlier run with this key, and its value is lost. */
  private async issueAnew(entry: PastEntry, id: string): Promise<Made> {
    const { idempotencyKey, instead } = entry.intent;
    const made = await this.createNew({ idempotencyKey, instead: [id, ...instead], continued: entry });
    this.sayUnlessForetold(entry, messages.wasReissued(this.kind, id));
    return made;
  }

  /** Sends the request of an earlier run again. That run was cut off before the platform answered. */
  private async askAgain(entry: PastEntry, { topic, ids }: Verdict): Promise<Made> {
    const { past, sleep } = this.options;
    const { kind, site, wanted } = this;
    const isBlind = topic === 'mayExist';
    if (isBlind) await sleep(past.untilLate(entry));
    const { idempotencyKey, instead } = entry.intent;
    // The request has left no trace yet and may still take effect. The entry stays open, so that a later plan checks
    // again.
    const continued = topic === undefined ? {} : { continued: entry };
    const made = await this.createNew({ idempotencyKey, instead, ...continued });
    const left = ids.filter(id => id !== made.id);
    if (left.length > 0) site.warn(...messages.planned.candidates(kind, left));
    else if (isBlind) site.warn(...messages.repeatedBlindly(kind, kind.labelOf(wanted)));
    return made;
  }

  private sayUnlessForetold(entry: PastEntry, words: messages.Words): void {
    if (!this.options.isForetold(entry)) this.site.warn(...words);
  }

  private async createNew(continuing: Beginning): Promise<Made> {
    const { before, isWhole, lookAlikes, isNamed } = this.options;
    const snapshot = await before.take();
    const strangers = this.strangersIn(snapshot.like(this.digest), continuing);
    if (strangers.length > 0 && lookAlikes === 'refuse' && isWhole)
      throw new LookAlikeRefused(this.kind, strangers);
    // A restricted run cannot tell a stranger from an object that the rest of the state manages.
    const isTelling = (isWhole || lookAlikes === 'refuse') && continuing.idempotencyKey === undefined;
    const unsaid = strangers.filter(({ id }) => !isNamed(id));
    if (unsaid.length > 0 && isTelling) this.site.warn(...lookAlike(this.kind, unsaid));
    return this.requests.make({ ...continuing, before: snapshot });
  }

  /** Returns the objects that look the same and that nobody is known to manage. */
  private strangersIn(
    alike: readonly Listed[],
    { instead = [], untouched = [] }: Beginning,
  ): readonly Listed[] {
    const { known, past, isWhole } = this.options;
    const explained = new Set([...(this.site.besides ?? []), ...instead, ...untouched]);
    const isManaged = (id: string) =>
      (isWhole ? known.has(id) || known.isAccepted(id) : past.isExplained(id)) || past.isManagedElsewhere(id);
    return alike.filter(({ id }) => !isManaged(id) && !explained.has(id));
  }
}
