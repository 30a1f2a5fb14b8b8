import { type CollectionSnapshot, takeSnapshot } from './collection-snapshot';
import type { Findable, JudgedKind, Listed } from './creatable';
import { evident } from './evidence';
import type { Intent, PastEntry } from './journal/entry';
import type { Journal } from './journal/journal';
import type { Run } from './journal/run';
import type { KnownIds } from './known-ids';
import { type Circumstances, judgeAnswered, judgeUnanswered, type Traces, type Verdict } from './rule-book';

/**
 * A create request takes effect within this time, milliseconds, or its object is not taken on evidence: a stranger may
 * have made it. The end of a request whose process was killed is not known.
 */
const evidenceWindow = 10_000;
/** How long the platform may take to carry out a request whose connection is gone, milliseconds. */
const lateAnswers = 60_000;
/** How long after its start a process of another host is waited for, milliseconds. */
const unknownFor = 10 * 60 * 1000;
/** How often the journal is read while another process is waited for, milliseconds. */
const pollEvery = 100;

export interface PastCreationsOptions {
  readonly journal: Journal;
  readonly known: KnownIds;
  readonly run: Run;
  /** Whether this run, and the plan that it applies, come to every object. */
  readonly isWhole: () => boolean;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly now: () => number;
  /** Milliseconds since 1970 by the platform's clock; undefined while no answer has told it. */
  readonly platformNow: () => number | undefined;
  /** Resolves after so many milliseconds; rejects when Terraform is interrupted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** What runs before this one left, and what may be done about it by the rule book of decision 8. */
export class PastCreations {
  private readonly claimed = new Set<string>();

  constructor(private readonly options: PastCreationsOptions) {}

  /**
   * Open entries of runs that were cut off: those of this credential first, then those with an id, then the latest,
   * which may be issued in place of an earlier one. An entry without an id was cut off from its answer, however its
   * run ended.
   */
  cutOff(resource?: string, digest?: string): readonly PastEntry[] {
    const entries = this.open(resource, digest).filter(isCutOff);
    return entries.toSorted(
      (one, other) =>
        rankOf(this.isOurs(one), one) - rankOf(this.isOurs(other), other) || compareAge(one, other),
    );
  }

  /** Open entries with an id of runs at this place that ended in order. */
  ended(resource: string, digest: string): readonly PastEntry[] {
    return this.open(resource, digest).filter(
      entry => entry.standing === 'ended' && !isCutOff(entry) && this.isHere(entry) && this.isOurs(entry),
    );
  }

  /** Reads anew what other processes have written. */
  refresh(): Promise<unknown> {
    return this.options.journal.read();
  }

  /**
   * Waits while another process may be about to create the same.
   * @returns false when that has not come to an end after so many milliseconds
   */
  async settled(resource: string, digest: string, patience: number): Promise<boolean> {
    for (let waited = 0; this.undecided(resource, digest).length > 0; waited += pollEvery) {
      if (waited >= patience) return false;
      await this.options.sleep(pollEvery);
      await this.refresh();
    }
    return true;
  }

  /** Entries without an id whose process lives, or of which nobody can tell. */
  private undecided(resource: string, digest: string): readonly PastEntry[] {
    const mayBeAlive = ({ standing, run }: PastEntry) =>
      standing === 'alive' ||
      (standing === 'unknown' && Date.parse(run.at) > this.options.now() - unknownFor);
    return this.open(resource, digest).filter(entry => entry.id === undefined && mayBeAlive(entry));
  }

  /** Entries of this credential that this run could have acted on, and has not. */
  unclaimed(): readonly PastEntry[] {
    return this.cutOff().filter(
      entry => this.mayActOn(entry) && this.isOurs(entry) && !this.claimed.has(entry.id ?? nameOf(entry)),
    );
  }

  /** Whether this is the first whole run since at the place of the entry's state: only that one may act on it. */
  mayActOn(entry: PastEntry): boolean {
    return this.options.isWhole() && this.isHere(entry) && isCutOff(entry) && !entry.isPassed;
  }

  isHere({ run }: PastEntry): boolean {
    const { place } = this.options.run.record;
    return place !== undefined && run.place === place;
  }

  /** Each object, and each entry, serves one creation at most. False when another creation has, or had, it. */
  async claim(entry: PastEntry): Promise<boolean> {
    const name = entry.id ?? nameOf(entry);
    if (this.claimed.has(name)) return false;
    this.claimed.add(name);
    const { journal, run } = this.options;
    if (!journal.claim(name, run.record)) return false;
    // Another process may have acted on it since this one has read the journal.
    await this.refresh();
    return this.open().some(({ path, number }) => path === entry.path && number === entry.number);
  }

  close(entry: PastEntry): void {
    this.options.journal.close(entry);
  }

  /** Asks the platform what has become of the entry; closes it when nothing is left of it. */
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
    // What another process has made since is its own.
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

  /** What a request can have made: it looks the same, was not there before, and belongs to nobody. */
  candidatesOf({ digest, before }: Intent, after: CollectionSnapshot): readonly Listed[] {
    return after.like(digest).filter(({ id }) => !before.includes(id) && !this.isExplained(id));
  }

  /** Whether an object belongs to somebody: a state shows it, this process made it, or another entry has its id. */
  isExplained(id: string): boolean {
    const { journal, known } = this.options;
    return known.has(id) || known.isAccepted(id) || journal.knows(id);
  }

  /** Whether a run at another place has created it and ended in order: the state of that place most likely has it. */
  isManagedElsewhere(id: string): boolean {
    return this.options.journal
      .openOf(id)
      .some(entry => entry.standing === 'ended' && entry.run.place !== undefined && !this.isHere(entry));
  }

  /** Whether the entry was made with this credential: another one may not see the object. */
  isOurs({ run }: PastEntry): boolean {
    return run.credential === this.options.run.record.credential;
  }

  /** Milliseconds until the platform can no longer carry out the request. */
  untilLate({ intent: { longest }, begins, run }: PastEntry): number {
    const began = begins.at(-1);
    const { now, platformNow } = this.options;
    const [from, current] =
      began === undefined ? [Date.parse(run.at), now()] : [began, platformNow() ?? now()];
    // A clock that was set back must not make an apply wait for hours.
    return Math.min(Math.max(0, from + longest + lateAnswers - current), longest + lateAnswers);
  }

  private open(resource?: string, digest?: string): readonly PastEntry[] {
    return this.options.journal.open().filter(
      entry =>
        (resource === undefined || entry.intent.resource === resource) &&
        (digest === undefined || entry.intent.digest === digest) &&
        // A state that was shown after the entry was read closes it; so does an import.
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

/** Handle of an entry, for people and for the command line. */
export function nameOf({ path, number }: Pick<PastEntry, 'path' | 'number'>): string {
  return `${path.replace(/^.*-|\.jsonl$/g, '')}-${number}`;
}
