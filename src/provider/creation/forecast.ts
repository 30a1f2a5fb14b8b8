import { PlatformError } from '../../client';
import { takeSnapshot } from './collection-snapshot';
import type { Findable } from './creatable';
import type { PastEntry } from './journal/entry';
import { wantedName } from './journal/entry';
import type { KnownIds } from './known-ids';
import * as messages from './messages';
import { type Finding, nameOf, type PastCreations, type Traces } from './past-creations';

/** A kind of object, as a plan looks at it. */
export interface ForecastKind extends Findable {
  /** Whether an apply brings such an object to the configuration; undefined for a kind that is issued again. */
  readonly takeover?: { readonly isOffered: boolean };
}

export interface ForecastOptions {
  readonly past: PastCreations;
  readonly known: KnownIds;
  readonly kinds: readonly ForecastKind[];
  readonly isWhole: boolean;
  /** Whether the run can create anything. */
  readonly mayCreate: boolean;
  readonly lookAlikes: 'warn' | 'refuse';
}

/**
 * What a plan says of creations, before an apply acts: which objects of an interrupted run the apply takes over or
 * issues anew, which ones are left, and which look the same. Which ones a state has is known only once the walk has
 * come to all of it, so this is said with one of the last answers.
 */
export class Forecast {
  /** Number of creations planned, by kind and digest. */
  private readonly planned = new Map<string, number>();
  /** Whether there is something that has not been said: a resource that depends on another one is planned later. */
  private hasNews: boolean;
  private readonly said = new Set<string>();
  /** Ids that the forecast says will be taken over or issued anew. */
  readonly foretold: string[] = [];
  private mayPromise = true;

  constructor(private readonly options: ForecastOptions) {
    const { past } = options;
    this.hasNews = past.cutOff().some(entry => past.isHere(entry));
  }

  /** A plan creates such an object. @param digest undefined where its fields are not known yet */
  plan(resource: string, digest: string | undefined): void {
    const key = wantedName(resource, digest);
    this.planned.set(key, (this.planned.get(key) ?? 0) + 1);
    const { past, lookAlikes } = this.options;
    const isAlike =
      digest !== undefined &&
      (past.ended(resource, digest).length > 0 || past.cutOff(resource, digest).length > 0);
    this.hasNews ||= isAlike || lookAlikes === 'refuse';
  }

  get wanted(): readonly string[] {
    return [...this.planned.keys()];
  }

  /** Whether there may be something to say. Each call of a walk asks, so this looks at no entry. */
  get isDue(): boolean {
    return this.hasNews;
  }

  /**
   * @param mayPromise false where nothing can be left for the apply, which then acts on nothing
   */
  async make(mayPromise: boolean): Promise<readonly messages.Words[]> {
    this.hasNews = false;
    this.mayPromise = mayPromise;
    const words = await Promise.all(this.options.kinds.map(kind => this.ofKind(kind)));
    const news = words.flat().filter(([summary, detail]) => !this.said.has(`${summary}\n${detail}`));
    for (const [summary, detail] of news) this.said.add(`${summary}\n${detail}`);
    return news;
  }

  private async ofKind(kind: ForecastKind): Promise<readonly messages.Words[]> {
    try {
      return [
        ...(await this.ofCutOff(kind)),
        ...(await this.ofEnded(kind)),
        ...(await this.ofLookAlikes(kind)),
      ];
    } catch (error) {
      if (error instanceof PlatformError) return [messages.notLookedAt(kind, error)];
      throw error;
    }
  }

  private async ofCutOff(kind: ForecastKind): Promise<readonly messages.Words[]> {
    const { past, isWhole, mayCreate } = this.options;
    const entries = past.cutOff(kind.resource).filter(entry => past.isHere(entry));
    if (entries.length === 0) return [];
    if (!isWhole || !mayCreate || !this.mayPromise) return partial(kind, entries);
    const isUndecided = this.planned.has(wantedName(kind.resource, undefined));
    const left = new Map(this.planned);
    const snapshot = entries.some(({ id }) => id === undefined) ? await takeSnapshot(kind) : undefined;
    const report = new Report(kind);
    for (const entry of entries) {
      const key = wantedName(kind.resource, entry.intent.digest);
      const isWanted = (left.get(key) ?? 0) > 0 && past.mayActOn(entry);
      const takes =
        entry.id === undefined
          ? report.addTraces(entry, await past.trace(entry, kind, snapshot), isWanted)
          : report.addFinding(entry, await past.check(entry, entry.id, kind), {
              isWanted,
              isUndecided: isUndecided && past.mayActOn(entry),
              isOurs: past.isOurs(entry),
            });
      if (takes) left.set(key, (left.get(key) ?? 0) - 1);
    }
    this.foretold.push(...report.promised());
    return report.words();
  }

  private async ofEnded(kind: ForecastKind): Promise<readonly messages.Words[]> {
    const { past, isWhole } = this.options;
    if (!isWhole) return [];
    const entries = this.plannedKinds().flatMap(([{ resource }, digest]) =>
      resource === kind.resource ? past.ended(resource, digest) : [],
    );
    const ids: string[] = [];
    for (const entry of entries) {
      const { id = '' } = entry;
      if ((await past.check(entry, id, kind)) === 'ours') ids.push(id);
    }
    return ids.length > 0 ? [messages.stateNotStored(kind, ids)] : [];
  }

  private async ofLookAlikes(kind: ForecastKind): Promise<readonly messages.Words[]> {
    const { past, lookAlikes } = this.options;
    const digests = this.plannedKinds().flatMap(([{ resource }, digest]) =>
      resource === kind.resource ? [digest] : [],
    );
    if (lookAlikes !== 'refuse' || digests.length === 0) return [];
    const snapshot = await takeSnapshot(kind);
    const ids = digests
      .flatMap(digest => snapshot.like(digest).map(({ id }) => id))
      .filter(id => !past.isExplained(id));
    return ids.length > 0 ? [messages.lookAlikeAhead(kind, ids)] : [];
  }

  private plannedKinds(): readonly (readonly [ForecastKind, string])[] {
    return [...this.planned.keys()].flatMap(key => {
      const [resource, digest = '?'] = key.split(' ');
      const kind = this.options.kinds.find(each => each.resource === resource);
      return kind === undefined || digest === '?' ? [] : [[kind, digest] as const];
    });
  }
}

function partial(kind: Findable, entries: readonly PastEntry[]): readonly messages.Words[] {
  const ids = entries.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return ids.length > 0 ? [messages.toLookAfter(kind, ids)] : [];
}

/** What the plan wants of the object of an entry. */
interface Wish {
  readonly isWanted: boolean;
  /** The plan creates objects whose fields are known only at apply. */
  readonly isUndecided: boolean;
  /** The entry was made with this credential. */
  readonly isOurs: boolean;
}

/** Gathers what a plan says of one kind, so that each thing is said once for all objects. */
class Report {
  private readonly ids = new Map<string, string[]>();
  private readonly unreadable: PastEntry[] = [];

  constructor(private readonly kind: ForecastKind) {}

  /** @returns whether the object serves a creation of this plan */
  addFinding({ id = '', isPassed }: PastEntry, finding: Finding, wish: Wish): boolean {
    const { takeover } = this.kind;
    if (finding === 'gone' || finding === 'gone, as far as this credential sees') return false;
    const isTaken = finding === 'ours' && wish.isWanted && takeover?.isOffered !== false;
    if (isTaken) this.add(takeover === undefined ? 'reissued' : 'takenOver', id);
    else if (finding === 'changed') this.add('changed', id);
    else if (wish.isWanted) this.add('noUpdate', id);
    else if (wish.isUndecided) this.add('undecided', id);
    else if (isPassed) this.add('notThisRun', id);
    else this.add(wish.isOurs ? 'orphaned' : 'otherCredential', id);
    return isTaken;
  }

  /** @returns whether an object, or the request for one, serves a creation of this plan */
  addTraces(entry: PastEntry, traces: Traces, isWanted: boolean): boolean {
    const { candidates, sole, isDisproved, isBlind } = traces;
    if (isDisproved) return false;
    // The request may still take effect: a later plan looks again.
    if (candidates.length === 0 && !isBlind) return isWanted;
    if (candidates.length === 0) this.unreadable.push(entry);
    else if (sole !== undefined && isWanted && this.kind.takeover?.isOffered) this.add('evidence', sole.id);
    else for (const { id } of candidates) this.add('candidates', id);
    return isWanted;
  }

  /** Ids that an apply acts on. */
  promised(): readonly string[] {
    return ['takenOver', 'evidence', 'reissued'].flatMap(topic => this.ids.get(topic) ?? []);
  }

  words(): readonly messages.Words[] {
    const { kind, unreadable } = this;
    const say = {
      takenOver: (ids: readonly string[]) => messages.takenOver(kind, ids),
      evidence: (ids: readonly string[]) => messages.takenOverOnEvidence(kind, ids),
      reissued: (ids: readonly string[]) => messages.reissued(kind, ids),
      candidates: (ids: readonly string[]) => messages.candidates(kind, ids),
      changed: (ids: readonly string[]) => messages.orphaned(kind, ids, messages.hasChanged),
      noUpdate: (ids: readonly string[]) => messages.orphaned(kind, ids, messages.noUpdate),
      notThisRun: (ids: readonly string[]) => messages.orphaned(kind, ids, messages.notThisRun),
      undecided: (ids: readonly string[]) => messages.undecided(kind, ids),
      otherCredential: (ids: readonly string[]) => messages.orphaned(kind, ids, messages.otherCredential),
      orphaned: (ids: readonly string[]) => messages.orphaned(kind, ids, messages.noEqualResource),
    };
    const words = Object.entries(say).flatMap(([topic, make]) => {
      const ids = this.ids.get(topic);
      return ids === undefined ? [] : [make([...new Set(ids)])];
    });
    if (unreadable.length === 0) return words;
    return [
      ...words,
      messages.mayExist(
        kind,
        unreadable.map(({ intent }) => intent),
        unreadable.map(nameOf),
      ),
    ];
  }

  private add(topic: string, id: string): void {
    this.ids.set(topic, [...(this.ids.get(topic) ?? []), id]);
  }
}
