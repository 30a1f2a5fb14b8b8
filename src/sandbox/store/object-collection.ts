import { parseList } from '../collections/parse-list';
import type { CollectionTypes, Issue, Making, SandboxCollection } from '../collections/sandbox-collection';

export interface Page<Stored> {
  readonly members: readonly Stored[];
  /** Cursor position of the next page; absent on the last page. */
  readonly next: number | undefined;
}

interface Entry<Stored> {
  readonly position: number;
  stored: Stored;
}

/**
 * The objects of one collection on this platform, in the order of their creation. Positions are never reused, so a
 * cursor stays valid while objects are added and removed.
 */
export class ObjectCollection<Types extends CollectionTypes> {
  readonly #byId = new Map<string, Entry<Types['stored']>>();
  #lastPosition = 0;
  readonly #walksUntilListed = new Map<string, number>();
  readonly #making: Making;
  readonly #changed: () => void;

  /** @param changed called after every change */
  constructor(
    readonly definition: SandboxCollection<Types>,
    making: Making,
    changed: () => void,
  ) {
    this.#making = making;
    this.#changed = changed;
  }

  get(id: string): Types['stored'] | undefined {
    return this.#byId.get(id)?.stored;
  }

  all(): Types['stored'][] {
    return [...this.#byId.values()].map(({ stored }) => stored);
  }

  /** Returns the object whose unique field has this value. */
  withValue(value: string): Types['stored'] | undefined {
    const { uniqueField } = this.definition;
    if (uniqueField === undefined) return undefined;
    return this.all().find(stored => Reflect.get(stored, uniqueField) === value);
  }

  /** Creates an object, and sets the values that only the platform sets: an id, times, the value of a key. */
  create(request: Types['request']): Types['stored'] {
    const stored = this.definition.make(request, this.#making);
    if (this.#byId.has(stored.id)) throw new Error(`The id ${stored.id} is taken.`);
    this.#add(stored);
    return stored;
  }

  /** @throws {Error} if there is no such object */
  change(id: string, change: Types['change']): Types['stored'] {
    const entry = this.#byId.get(id);
    if (entry === undefined) throw new Error(`The sandbox has no ${id}.`);
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    entry.stored = { ...entry.stored, ...Object.fromEntries(given) };
    this.#changed();
    return entry.stored;
  }

  /** Returns true if there was such an object. */
  remove(id: string): boolean {
    const isThere = this.#byId.delete(id);
    this.#walksUntilListed.delete(id);
    if (isThere) this.#changed();
    return isThere;
  }

  clear(): void {
    for (const { id } of this.all()) this.remove(id);
  }

  /** Omits the newest object from the next `walks` listings, like a platform whose lists are late. */
  hideNewestFromLists(walks: number): void {
    const newest = this.all().at(-1);
    if (newest !== undefined) this.#walksUntilListed.set(newest.id, walks);
  }

  showAll(): void {
    this.#walksUntilListed.clear();
  }

  /** Returns one page. A listing starts with `after` undefined. */
  page(after = 0, limit: number): Page<Types['stored']> {
    const found: Entry<Types['stored']>[] = [];
    for (const entry of this.#byId.values()) {
      if (entry.position <= after || this.#walksUntilListed.has(entry.stored.id)) continue;
      found.push(entry);
      if (found.length > limit) break;
    }
    const shown = found.slice(0, limit);
    const next = found.length > limit ? shown.at(-1)?.position : undefined;
    if (next === undefined) this.#countWalk();
    return { members: shown.map(({ stored }) => stored), next };
  }

  /** Adds the objects of a data file, unless it has a fault. */
  restore(saved: unknown): readonly Issue[] {
    const { uniqueField } = this.definition;
    const unique = uniqueField === undefined ? ['id'] : ['id', uniqueField];
    const { values, issues } = parseList(saved, this.definition.saved, { unique });
    if (issues.length === 0) for (const stored of values) this.#add(stored);
    return issues;
  }

  /** Creates the objects of a seed, unless it has a fault. */
  plant(seed: unknown): readonly Issue[] {
    const { behindTheBack, creation } = this.definition;
    const { values, issues } = parseList(seed, behindTheBack?.creation ?? creation, { unique: ['id'] });
    if (issues.length === 0) for (const request of values) this.create(request);
    return issues;
  }

  #add(stored: Types['stored']): void {
    this.#lastPosition += 1;
    this.#byId.set(stored.id, { position: this.#lastPosition, stored });
    this.#changed();
  }

  /** Counts a listing at its last page, so that all pages of one listing are consistent. */
  #countWalk(): void {
    for (const [id, walks] of this.#walksUntilListed) {
      if (walks > 1) this.#walksUntilListed.set(id, walks - 1);
      else this.#walksUntilListed.delete(id);
    }
  }
}
