import { type CollectionSnapshot, takeSnapshot } from './collection-snapshot';
import type { Findable, JudgedKind, Listed } from './creatable';
import { evident } from './evidence';
import type { Intent, PastEntry } from './journal/entry';
import type { Journal } from './journal/journal';
import type { Run } from './journal/run';
import type { KnownIds } from './known-ids';
import { type Circumstances, judgeAnswered, judgeUnanswered, type Traces, type Verdict } from './rule-book';

/**
 * Time within which a create request takes effect, milliseconds. An object that was created later does not count as
 * evidence: a stranger may have created it. The end of a request whose process was killed is unknown.
 */
const evidenceWindow = 10_000;
/** How long the platform may take to execute a request whose connection is gone, milliseconds. */
const lateAnswers = 60_000;
/** How long to wait for a process of another host, milliseconds since its start. */
const unknownFor = 10 * 60 * 1000;
/** Interval between two reads of the journal during a wait for another process, milliseconds. */
const pollEvery = 100;

export interface PastCreationsOptions {
  readonly journal: Journal;
  readonly known: KnownIds;
  readonly run: Run;
  /** True if this run, and the plan that it applies, visit every object. */
  readonly isWhole: () => boolean;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly now: () => number;
  /** Milliseconds since 1970 by the platform's clock. Undefined until an answer has shown it. */
  readonly platformNow: () => number | undefined;
  /** Resolves after the given milliseconds. Rejects if Terraform is interrupted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The entries of earlier runs, and the actions that decision 8 allows on them. */
export class PastCreations {
  private readonly claimed = new Set<string>();

  constructor(private readonly options: PastCreationsOptions) {}

  /**
   * Returns the open entries of runs that were cut off. Entries of this credential come first, then entries with an id,
   * then the latest ones, which may replace earlier ones. An entry without an id was cut off from its answer, however
   * its run ended.
   */
  cutOff(resource?: string, digest?: string): readonly PastEntry[] {
    const entries = this.open(resource, digest).filter(isCutOff);
    return entries.toSorted(
      (one, other) =>
        rankOf(this.isOurs(one), one) - rankOf(this.isOurs(other), other) || compareAge(one, other),
    );
  }

  /** Returns the open entries with an id, of runs at this place that ended normally. */
  ended(resource: string, digest: string): readonly PastEntry[] {
    return this.open(resource, digest).filter(
      entry => entry.standing === 'ended' && !isCutOff(entry) && this.isHere(entry) && this.isOurs(entry),
    );
  }

  /** Reads again what other processes have written. */
  refresh(): Promise<unknown> {
    return this.options.journal.read();
  }

  /**
   * Waits while another process may be creating an equal object.
   * @returns false if the other process has not finished within `patience` milliseconds
   */
  async settled(resource: string, digest: string, patience: number): Promise<boolean> {
    for (let waited = 0; this.undecided(resource, digest).length > 0; waited += pollEvery) {
      if (waited >= patience) return false;
      await this.options.sleep(pollEvery);
      await this.refresh();
    }
    return true;
  }

  /** Returns the entries without an id whose process is alive, or may be alive. */
  private undecided(resource: string, digest: string): readonly PastEntry[] {
    const mayBeAlive = ({ standing, run }: PastEntry) =>
      standing === 'alive' ||
      (standing === 'unknown' && Date.parse(run.at) > this.options.now() - unknownFor);
    return this.open(resource, digest).filter(entry => entry.id === undefined && mayBeAlive(entry));
  }

  /** Returns the entries of this credential that this run could have acted on and did not. */
  unclaimed(): readonly PastEntry[] {
    return this.cutOff().filter(
      entry => this.mayActOn(entry) && this.isOurs(entry) && !this.claimed.has(entry.id ?? nameOf(entry)),
    );
  }

  /** True for the first whole run after the entry, at the place of its state. Only that run may act on the entry. */
  mayActOn(entry: PastEntry): boolean {
    return this.options.isWhole() && this.isHere(entry) && isCutOff(entry) && !entry.isPassed;
  }

  isHere({ run }: PastEntry): boolean {
    const { place } = this.options.run.record;
    return place !== undefined && run.place === place;
  }

  /**
   * Claims an entry: each object and each entry serves one create at most. Returns false if another create has or had
   * it.
   */
  async claim(entry: PastEntry): Promise<boolean> {
    const name = entry.id ?? nameOf(entry);
    if (this.claimed.has(name)) return false;
    this.claimed.add(name);
    const { journal, run } = this.options;
    if (!journal.claim(name, run.record)) return false;
    // Another process may have acted on the entry since this process read the journal.
    await this.refresh();
    return this.open().some(({ path, number }) => path === entry.path && number === entry.number);
  }

  close(entry: PastEntry): void {
    this.options.journal.close(entry);
  }

  /** Checks on the platform what became of the entry. Closes the entry if nothing is left of it. */
  async judge(
    entry: PastEntry,
    kind: JudgedKind,
    wish: Pick<Circumstances, 'isWanted' | 'isUndecided'>,
    list = () => takeSnapshot(kind),
  ): Promise<Verdict> {
    const circumstances = {
      ...wish,
      hasEnded: !isCutOff(entry),
      mayAct: this.mayActOn(entry),
      isOurs: this.isOurs(entry),
      takeover: kind.takeover,
    };
    const verdict =
      entry.id === undefined
        ? judgeUnanswered(await this.trace(entry, list), circumstances)
        : judgeAnswered(entry.id, await findingOf(entry, entry.id, kind), circumstances);
    if (verdict.isOver) this.close(entry);
    return verdict;
  }

  private async trace(entry: PastEntry, list: () => Promise<CollectionSnapshot>): Promise<Traces> {
    const after = await list();
    // Objects that another process has created since then belong to that process.
    await this.refresh();
    const candidates = this.candidatesOf(entry.intent, after);
    const { longest } = entry.intent;
    const spans = entry.begins.map(began => [began, began + Math.min(longest, evidenceWindow)] as const);
    return {
      candidates,
      isComplete: after.isComplete,
      isEvident: evident(candidates, entry.intent, after, spans) !== undefined,
      isEarly: this.untilLate(entry) > 0,
    };
  }

  /** Returns the objects that a request may have created: they look the same, are new, and have no known owner. */
  candidatesOf({ digest, before }: Intent, after: CollectionSnapshot): readonly Listed[] {
    return after.like(digest).filter(({ id }) => !before.includes(id) && !this.isExplained(id));
  }

  /** True if an object has a known owner: a state shows it, this process created it, or another entry has its id. */
  isExplained(id: string): boolean {
    const { journal, known } = this.options;
    return known.has(id) || known.isAccepted(id) || journal.knows(id);
  }

  /** True if a run at another place created it and ended normally. The state of that place most likely has it. */
  isManagedElsewhere(id: string): boolean {
    return this.options.journal
      .openOf(id)
      .some(entry => entry.standing === 'ended' && entry.run.place !== undefined && !this.isHere(entry));
  }

  /** True if the entry was made with this credential. Another credential may not see the object. */
  isOurs({ run }: PastEntry): boolean {
    return run.credential === this.options.run.record.credential;
  }

  /** Returns the milliseconds until the platform can no longer execute the request. */
  untilLate({ intent: { longest }, begins, run }: PastEntry): number {
    const began = begins.at(-1);
    const { now, platformNow } = this.options;
    const [from, current] =
      began === undefined ? [Date.parse(run.at), now()] : [began, platformNow() ?? now()];
    // Without this limit, a clock that was set back would make an apply wait for hours.
    return Math.min(Math.max(0, from + longest + lateAnswers - current), longest + lateAnswers);
  }

  private open(resource?: string, digest?: string): readonly PastEntry[] {
    return this.options.journal.open().filter(
      entry =>
        (resource === undefined || entry.intent.resource === resource) &&
        (digest === undefined || entry.intent.digest === digest) &&
        // A state or an import that shows the object after the entry was read closes the entry.
        (entry.id === undefined || !this.options.known.has(entry.id)),
    );
  }
}

function isCutOff({ standing, id, intent }: PastEntry): boolean {
  return standing === 'cut off' || (standing === 'ended' && (id === undefined || intent.isLeftover === true));
}

async function findingOf({ intent }: PastEntry, id: string, findable: Findable) {
  const found = await findable.find(id);
  if (found === undefined) return 'gone';
  return found.digest === intent.digest ? 'as created' : 'changed';
}

const rankOf = (isOurs: boolean, { id }: PastEntry) => (isOurs ? 0 : 2) + (id === undefined ? 1 : 0);
const compareAge = (one: PastEntry, other: PastEntry) => other.run.at.localeCompare(one.run.at);

/** Name of an entry in messages and on the command line. */
export function nameOf({ path, number }: Pick<PastEntry, 'path' | 'number'>): string {
  return `${path.replace(/^.*-|\.jsonl$/g, '')}-${number}`;
}
