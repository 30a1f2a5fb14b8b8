import type { Identifiers } from '../collections/identifiers';
import type { CollectionTypes, SandboxCollection } from '../collections/sandbox-collection';
import { ApiError } from '../http/api-error';

interface Entry<Stored> {
  readonly position: number;
  stored: Stored;
}

/** In the order of creation. Positions are never reused, so a cursor stays valid while objects come and go. */
export class ObjectCollection<Types extends CollectionTypes> {
  readonly #byId = new Map<string, Entry<Types['stored']>>();
  #lastPosition = 0;
  /** What lists still show, and for how many listings. */
  #lateView: { entries: readonly Entry<Types['stored']>[]; listings: number } | undefined;

  constructor(
    readonly definition: SandboxCollection<Types>,
    private readonly identifiers: Identifiers,
  ) {}

  get(id: string): Types['stored'] | undefined {
    return this.#byId.get(id)?.stored;
  }

  all(): Types['stored'][] {
    return [...this.#byId.values()].map(({ stored }) => stored);
  }

  /** Sets what only the platform sets. @param late number of listings that do not show this write */
  create(request: Types['request'], late = 0): Types['stored'] {
    const stored = this.definition.make(request, this.identifiers);
    if (this.#byId.has(stored.id)) {
      const fields = { id: 'is taken' };
      throw new ApiError(422, 'invalid_fields', `The id ${stored.id} is taken.`, { fields });
    }
    this.#listLate(late);
    this.#lastPosition += 1;
    this.#byId.set(stored.id, { position: this.#lastPosition, stored });
    return stored;
  }

  /** @throws {Error} if there is no such object */
  change(id: string, change: Types['change'], late = 0): Types['stored'] {
    const entry = this.#byId.get(id);
    if (entry === undefined) throw new Error(`The sandbox has no ${id}.`);
    this.#listLate(late);
    const given = Object.entries(change).filter(([, value]) => value !== undefined);
    entry.stored = { ...entry.stored, ...Object.fromEntries(given) };
    return entry.stored;
  }

  /** Returns true if there was such an object. */
  remove(id: string, late = 0): boolean {
    this.#listLate(late);
    return this.#byId.delete(id);
  }

  clear(): void {
    this.#listLate(0);
    this.#byId.clear();
  }

  /** Returns one page. `after` is the `next` of the page before, and `next` is undefined on the last page. */
  page(after = 0, limit: number) {
    const found: Entry<Types['stored']>[] = [];
    for (const entry of this.#lateView?.entries ?? this.#byId.values()) {
      if (entry.position <= after) continue;
      found.push(entry);
      if (found.length > limit) break;
    }
    const shown = found.slice(0, limit);
    const next = found.length > limit ? shown.at(-1)?.position : undefined;
    if (next === undefined) this.#countListing();
    return { members: shown.map(({ stored }) => stored), next };
  }

  /** Call it before a write. Writes while lists are late do not delay them more. One without delay ends it. */
  #listLate(listings: number): void {
    if (listings === 0) this.#lateView = undefined;
    else this.#lateView ??= { entries: [...this.#byId.values()].map(entry => ({ ...entry })), listings };
  }

  /** Counts a listing at its last page, so that all pages of one listing are consistent. */
  #countListing(): void {
    if (this.#lateView === undefined) return;
    this.#lateView.listings -= 1;
    if (this.#lateView.listings === 0) this.#lateView = undefined;
  }
}
