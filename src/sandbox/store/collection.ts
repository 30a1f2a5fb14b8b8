/** What a collection requires of its members. */
export interface Identified {
  readonly id: string;
}

export interface Page<Member> {
  readonly members: readonly Member[];
  /** Cursor position of the next page; absent on the last page. */
  readonly next: number | undefined;
}

interface Entry<Member> {
  readonly position: number;
  member: Member;
}

/**
 * Objects of one kind in the order of their creation. Positions are never reused, so a cursor stays valid while objects
 * are added and removed.
 */
export class Collection<Member extends Identified> {
  readonly #byId = new Map<string, Entry<Member>>();
  #lastPosition = 0;
  readonly #walksUntilListed = new Map<string, number>();
  readonly #changed: (before: Member | undefined, after: Member | undefined) => void;

  /** @param changed called for every change: `before` is undefined for a new member, `after` for a removed one */
  constructor(changed: (before: Member | undefined, after: Member | undefined) => void) {
    this.#changed = changed;
  }

  get(id: string): Member | undefined {
    return this.#byId.get(id)?.member;
  }

  all(): Member[] {
    return [...this.#byId.values()].map(entry => entry.member);
  }

  add(member: Member): void {
    if (this.#byId.has(member.id)) throw new Error(`The id ${member.id} is taken.`);
    this.#lastPosition += 1;
    this.#byId.set(member.id, { position: this.#lastPosition, member });
    this.#changed(undefined, member);
  }

  replace(member: Member): void {
    const entry = this.#byId.get(member.id);
    if (entry === undefined) throw new Error(`There is no ${member.id}.`);
    const before = entry.member;
    entry.member = member;
    this.#changed(before, member);
  }

  remove(id: string): boolean {
    const entry = this.#byId.get(id);
    if (entry === undefined) return false;
    this.#byId.delete(id);
    this.#walksUntilListed.delete(id);
    this.#changed(entry.member, undefined);
    return true;
  }

  clear(): void {
    for (const member of this.all()) this.remove(member.id);
  }

  /** Omits the newest member from the next `walks` listings, like a platform whose lists are late. */
  hideNewestFromLists(walks: number): void {
    const newest = this.all().at(-1);
    if (newest !== undefined) this.#walksUntilListed.set(newest.id, walks);
  }

  showAll(): void {
    this.#walksUntilListed.clear();
  }

  /** Returns one page of members. A listing starts with `after` undefined. */
  page(after = 0, limit: number): Page<Member> {
    const found: Entry<Member>[] = [];
    for (const entry of this.#byId.values()) {
      if (entry.position <= after || this.#walksUntilListed.has(entry.member.id)) continue;
      found.push(entry);
      if (found.length > limit) break;
    }
    const shown = found.slice(0, limit);
    const next = found.length > limit ? shown.at(-1)?.position : undefined;
    if (next === undefined) this.#countWalk();
    return { members: shown.map(entry => entry.member), next };
  }

  /** Counts a listing at its last page, so that all pages of one listing are consistent. */
  #countWalk(): void {
    for (const [id, walks] of this.#walksUntilListed) {
      if (walks > 1) this.#walksUntilListed.set(id, walks - 1);
      else this.#walksUntilListed.delete(id);
    }
  }
}
