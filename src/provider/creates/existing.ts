import { isKind } from '../../client';
import type { PlannedCreation, Warning } from '../../plugin/define/definition';
import type { TerraformRun } from '../connection/terraform-run';
import type { ManagedCollection, Objects, PlatformObject } from './managed-collection';
import * as words from './words';

/** Ids of objects, as one launch of the provider has met them. */
export interface MetIds {
  /** A state has shown it to this launch. */
  readonly managed: Set<string>;
  readonly made: Set<string>;
  readonly deleted: Set<string>;
}

/**
 * The creates that a plan has: rules 1, 2 and 5 of docs/recovery.md. An apply plans each create again, and cannot know what
 * it replaces, so only equal creates are an error there.
 */
export class PlannedCreates {
  private readonly lists = new Map<ManagedCollection, Promise<Objects>>();
  /** What was met once: an endpoint's look, or a resource type or `exists`, of which something was said. */
  private readonly met = new Set<string>();

  constructor(
    private readonly run: TerraformRun,
    private readonly ids: MetIds,
  ) {}

  /** Returns what the plan says. @throws {Refused} if the object exists, is planned twice, or cannot be read */
  async judge(
    collection: ManagedCollection,
    { values, isKnown, isReplacement }: PlannedCreation,
  ): Promise<readonly Warning[]> {
    if (this.run.walk === 'neither') return [];
    const look = collection.identifyingNames.every(isKnown) ? collection.lookOf(values) : undefined;
    const { equal: rule } = collection.rules;
    if (look !== undefined && rule && !isFirst(this.met, `${collection.resource} ${look}`))
      throw words.plannedTwice(collection, rule, values);
    if (this.run.walk === 'apply') return [];
    const { all, gap } = await this.listOnce(collection);
    if (isKind(gap, 'Forbidden')) throw words.notPermitted(collection, gap);
    const equal = look === undefined ? [] : all.filter(each => each.look === look);
    const free = await this.unseen(collection, equal);
    const sure = free.filter(({ answer }) => answer === 'equal');
    if (free.length > 0 && rule)
      throw sure.length > 0
        ? words.existsAlready(collection, rule, sure, isFirst(this.met, 'exists'))
        : words.mayBeDeleted(collection, rule, free);
    // The apply of this plan would refuse beside an object that it deletes later.
    const mayBeRefused = equal.length > 0 || (isReplacement && look === undefined);
    const isNoted = this.run.notePlanned();
    if (!isNoted && mayBeRefused && rule) throw words.needsSavedPlan(collection);
    // Of a replacement's two calls, Terraform drops the warnings of the second. An object that is gone has an equal call, whose
    // warnings it shows. So both return them, and they do not count as met.
    const met = isReplacement ? new Set(this.met) : this.met;
    const warnings = free.map(key => words.equalKey(collection, key));
    if (gap !== undefined && isFirst(met, collection.resource))
      warnings.unshift(words.notCompared(collection, all.length, gap));
    return warnings;
  }

  /** Returns the objects that no state has shown. A list may still show what was deleted or changed, so each is asked for. */
  private async unseen(collection: ManagedCollection, equal: readonly PlatformObject[]) {
    const isUnseen = ({ id }: PlatformObject) => !this.ids.managed.has(id);
    const candidates = equal.filter(isUnseen);
    const ask = async (object: PlatformObject) => ({ ...object, answer: await collection.ask(object) });
    const asked = await Promise.all(candidates.map(ask));
    // Terraform reads states while it plans creates: some were read meanwhile.
    return asked.filter(object => object.answer !== 'gone' && isUnseen(object));
  }

  private listOnce(collection: ManagedCollection): Promise<Objects> {
    const list = this.lists.get(collection) ?? collection.listInWalk();
    this.lists.set(collection, list);
    return list;
  }
}

function isFirst(met: Set<string>, subject: string): boolean {
  const wasMet = met.has(subject);
  met.add(subject);
  return !wasMet;
}

/** What a plan does with the objects that exist: one that it keeps at one address, it must not delete at another. */
export class PlannedFates {
  private readonly kept = new Set<string>();
  /** With the object at its address, or alone: a key that an update revokes, or an earlier one. */
  private readonly deleted = new Map<string, 'whole' | 'alone'>();

  /**
   * Terraform plans addresses in any order, so the second call of an id is refused, whichever it is.
   *
   * @param deleted ids that the object has now, and not after the plan
   * @param leaving the id of an object that is deleted as a whole
   * @returns a warning of an object that the plan keeps at another address, too: two blocks have imported it
   * @throws {Refused}
   */
  demandOneFate(kept: readonly string[], deleted: readonly string[], leaving?: unknown): Warning | undefined {
    const twice = kept.find(id => this.kept.has(id));
    for (const id of kept) this.kept.add(id);
    for (const id of deleted) this.deleted.set(id, id === leaving ? 'whole' : 'alone');
    const shared = [...kept, ...deleted].find(id => this.kept.has(id) && this.deleted.has(id));
    if (shared === undefined) return twice === undefined ? undefined : words.keptTwice(twice);
    throw this.deleted.get(shared) === 'whole' ? words.keptAndDeleted(shared) : words.keptAndRevoked(shared);
  }
}
