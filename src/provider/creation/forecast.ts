import { PlatformError } from '../../client';
import { type CollectionSnapshot, takeSnapshot } from './collection-snapshot';
import type { Findable, JudgedKind } from './creatable';
import type { PastEntry } from './journal/entry';
import { wantedName } from './journal/entry';
import { lookAlikeAhead } from './look-alike-messages';
import { LookAlikes } from './look-alikes';
import * as messages from './messages';
import { nameOf, type PastCreations } from './past-creations';
import type { Topic } from './rule-book';

export interface ForecastOptions {
  readonly past: PastCreations;
  readonly kinds: readonly JudgedKind[];
  readonly isWhole: boolean;
  /** True if the run can create anything. */
  readonly mayCreate: boolean;
  /** True if this process serves the planning walk, not the walk that applies the plan. */
  readonly isPlanning: boolean;
  readonly lookAlikes: 'warn' | 'refuse';
}

/**
 * The messages of a plan about creates, before an apply acts. They name three groups of objects: those of an
 * interrupted run that the apply adopts or issues again, those that stay, and look-alikes. Only a complete walk shows
 * which objects a state has, so one of the last answers carries the messages.
 */
export class Forecast {
  /** Number of planned creates, by kind and digest. */
  private readonly planned = new Map<string, number>();
  /** True if something is not reported yet. A resource that depends on another one is planned later. */
  private hasNews: boolean;
  private readonly said = new Set<string>();
  private mayPromise = true;
  /** By the resource's type name. */
  private readonly lookAlikes: ReadonlyMap<string, LookAlikes>;
  /** Objects that need no message as look-alikes. */
  private readonly settled = new Set<string>();
  private readonly foretoldIds = new Set<string>();
  private readonly takenOverNames = new Set<string>();

  constructor(private readonly options: ForecastOptions) {
    const { past, kinds } = options;
    this.hasNews = past.cutOff().some(entry => past.isHere(entry));
    const isExplained = (id: string) => this.settled.has(id) || past.isExplained(id);
    this.lookAlikes = new Map(kinds.map(kind => [kind.resource, new LookAlikes(kind, isExplained)]));
  }

  /**
   * Records that the plan creates such an object.
   * @param digest undefined if its fields are not known yet
   */
  plan(resource: string, digest: string | undefined): void {
    const key = wantedName(resource, digest);
    this.planned.set(key, (this.planned.get(key) ?? 0) + 1);
    if (digest === undefined) return;
    const { past, isPlanning, isWhole, mayCreate } = this.options;
    this.hasNews ||= past.ended(resource, digest).length > 0 || past.cutOff(resource, digest).length > 0;
    // A restricted run cannot tell a stranger from an object that the rest of the state manages.
    if (isPlanning && isWhole && mayCreate) this.lookAlikes.get(resource)?.plan(digest);
  }

  get wanted(): readonly string[] {
    return [...this.planned.keys()];
  }

  /** Ids of the objects that a message of this plan has named. The apply does not name them as look-alikes again. */
  get foretold(): readonly string[] {
    return [...this.foretoldIds];
  }

  /** Type and id of each object that the apply takes over, or issues anew. A report of the plan names them. */
  get takenOver(): readonly string[] {
    return [...this.takenOverNames];
  }

  /**
   * True if there may be something to report. A promise while a listing decides. Each call of a walk asks, so this reads
   * no entry.
   */
  get isDue(): boolean | Promise<boolean> {
    const lookAlikes = [...this.lookAlikes.values()];
    const hasStrangers = () => lookAlikes.some(each => each.strangers().length > 0);
    if (this.hasNews || hasStrangers()) return true;
    const pending = lookAlikes.flatMap(each => each.pending ?? []);
    return pending.length > 0 && Promise.all(pending).then(hasStrangers);
  }

  /** @param mayPromise false if nothing can be recorded for the apply, which then acts on no entry */
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
      // Planned creates that no entry serves.
      const left = new Map(this.planned);
      return [...(await this.ofEntries(kind, left)), ...this.ofLookAlikes(kind, left)];
    } catch (error) {
      if (error instanceof PlatformError) return [messages.notLookedAt(kind, error)];
      throw error;
    }
  }

  private async ofEntries(kind: JudgedKind, left: Map<string, number>): Promise<readonly messages.Words[]> {
    const { past, isWhole, mayCreate } = this.options;
    const cutOff = past.cutOff(kind.resource).filter(entry => past.isHere(entry));
    if (!isWhole || !mayCreate || !this.mayPromise) return partial(kind, cutOff);
    const isUndecided = this.planned.has(wantedName(kind.resource, undefined));
    let snapshot: Promise<CollectionSnapshot> | undefined;
    const list = () => (snapshot ??= takeSnapshot(kind));
    const topics = new Map<Topic, Set<string>>();
    for (const entry of [...cutOff, ...this.endedAlike(kind)]) {
      const name = wantedName(kind.resource, entry.intent.digest);
      const count = left.get(name) ?? 0;
      const { act, topic, ids } = await past.judge(entry, kind, { isWanted: count > 0, isUndecided }, list);
      if (act !== undefined) left.set(name, count - 1);
      if (act === 'take over' || act === 'issue anew')
        for (const id of ids) this.takenOverNames.add(`${kind.resource} ${id}`);
      for (const id of ids) this.settled.add(id);
      if (topic === undefined) continue;
      for (const id of ids) this.foretoldIds.add(id);
      const subjects = topics.get(topic) ?? new Set();
      for (const subject of topic === 'mayExist' ? [sayEntry(entry)] : ids) subjects.add(subject);
      topics.set(topic, subjects);
    }
    return [...topics].map(([topic, subjects]) => messages.planned[topic](kind, [...subjects]));
  }

  /** Returns entries of runs that ended normally, if this plan creates an equal object. */
  private endedAlike({ resource }: Findable): readonly PastEntry[] {
    return this.digestsOf(resource).flatMap(digest => this.options.past.ended(resource, digest));
  }

  private ofLookAlikes(kind: JudgedKind, left: ReadonlyMap<string, number>): readonly messages.Words[] {
    const strangers = this.lookAlikes.get(kind.resource)?.strangers() ?? [];
    for (const { id } of strangers) this.settled.add(id);
    const beside = strangers.filter(({ digest }) => (left.get(wantedName(kind.resource, digest)) ?? 0) > 0);
    // Without a record of this plan, the apply names them: nothing tells it that the plan did.
    if (beside.length === 0 || !this.mayPromise) return [];
    for (const { id } of beside) this.foretoldIds.add(id);
    return [lookAlikeAhead(kind, beside, this.options.lookAlikes)];
  }

  /** Returns the known digests of the planned objects of a kind. */
  private digestsOf(kind: string): readonly string[] {
    const names = [...this.planned.keys()].map(name => name.split(' '));
    return names.flatMap(([resource, digest = '?']) => (resource === kind && digest !== '?' ? [digest] : []));
  }
}

function partial(kind: Findable, entries: readonly PastEntry[]): readonly messages.Words[] {
  const ids = entries.flatMap(({ id }) => (id === undefined ? [] : [id]));
  return ids.length > 0 ? [messages.toLookAfter(kind, ids)] : [];
}

/** Formats an entry that has no object to name. */
const sayEntry = (entry: PastEntry) => `${entry.intent.label} (journal entry ${nameOf(entry)})`;
