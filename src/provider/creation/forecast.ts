import { PlatformError } from '../../client';
import { type CollectionSnapshot, takeSnapshot } from './collection-snapshot';
import type { Findable, JudgedKind } from './creatable';
import type { PastEntry } from './journal/entry';
import { wantedName } from './journal/entry';
import type { KnownIds } from './known-ids';
import * as messages from './messages';
import { nameOf, type PastCreations } from './past-creations';
import type { Topic } from './rule-book';

export interface ForecastOptions {
  readonly past: PastCreations;
  readonly known: KnownIds;
  readonly kinds: readonly JudgedKind[];
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

  private async ofKind(kind: JudgedKind): Promise<readonly messages.Words[]> {
    try {
      return [...(await this.ofEntries(kind)), ...(await this.ofLookAlikes(kind))];
    } catch (error) {
      if (error instanceof PlatformError) return [messages.notLookedAt(kind, error)];
      throw error;
    }
  }

  private async ofEntries(kind: JudgedKind): Promise<readonly messages.Words[]> {
    const { past, isWhole, mayCreate } = this.options;
    const cutOff = past.cutOff(kind.resource).filter(entry => past.isHere(entry));
    if (!isWhole || !mayCreate || !this.mayPromise) return partial(kind, cutOff);
    const isUndecided = this.planned.has(wantedName(kind.resource, undefined));
    const left = new Map(this.planned);
    let snapshot: Promise<CollectionSnapshot> | undefined;
    const list = () => (snapshot ??= takeSnapshot(kind));
    const topics = new Map<Topic, Set<string>>();
    for (const entry of [...cutOff, ...this.endedAlike(kind)]) {
      const name = wantedName(kind.resource, entry.intent.digest);
      const count = left.get(name) ?? 0;
      const { act, topic, ids } = await past.judge(entry, kind, { isWanted: count > 0, isUndecided }, list);
      if (act !== undefined) left.set(name, count - 1);
      if (topic === undefined) continue;
      const subjects = topics.get(topic) ?? new Set();
      for (const subject of topic === 'mayExist' ? [sayEntry(entry)] : ids) subjects.add(subject);
      topics.set(topic, subjects);
    }
    return [...topics].map(([topic, subjects]) => messages.planned[topic](kind, [...subjects]));
  }

  /** Entries of runs that ended in order, where this plan creates an equal object. */
  private endedAlike({ resource }: Findable): readonly PastEntry[] {
    return this.digestsOf(resource).flatMap(digest => this.options.past.ended(resource, digest));
  }

  private async ofLookAlikes(kind: JudgedKind): Promise<readonly messages.Words[]> {
    const { past, lookAlikes } = this.options;
    const digests = this.digestsOf(kind.resource);
    if (lookAlikes !== 'refuse' || digests.length === 0) return [];
    const snapshot = await takeSnapshot(kind);
    const ids = digests
      .flatMap(digest => snapshot.like(digest).map(({ id }) => id))
      .filter(id => !past.isExplained(id));
    return ids.length > 0 ? [messages.lookAlikeAhead(kind, ids)] : [];
  }

  /** Digests of the objects of a kind that are planned, as far as they are known. */
  private digestsOf(kind: string): readonly string[] {
    const names = [...this.planned.keys()].map(name => name.split(' '));
    return names.flatMap(([resource, digest = '?']) => (resource === kind && digest !== '?' ? [digest] : []));
  }
}

function partial(kind: Findable, entries: readonly PastEntry[]): readonly messages.Words[] {
  const ids = entries.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return ids.length > 0 ? [messages.toLookAfter(kind, ids)] : [];
}

/** For an entry without an object to name. */
const sayEntry = (entry: PastEntry) => `${entry.intent.label} (journal entry ${nameOf(entry)})`;
