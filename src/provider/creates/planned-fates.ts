import * as words from './words';

/** What a plan does with the objects that exist: one that it keeps at one address, it must not delete at another. */
export class PlannedFates {
  private readonly kept = new Set<string>();
  /** Each with false if the whole object leaves its address, and true for a key that an update revokes, or an earlier one. */
  private readonly deleted = new Map<string, boolean>();

  /**
   * Terraform plans addresses in any order, so the second call of an id is refused, whichever it is.
   *
   * @param deleted ids that the object has now, and not after the plan
   * @param leaving the id of an object that is deleted as a whole
   * @returns an id that the plan keeps at another address, too: two blocks have imported it
   * @throws {Refused}
   */
  demandOneFate(kept: readonly string[], deleted: readonly string[], leaving?: unknown): string | undefined {
    const twice = kept.find(id => this.kept.has(id));
    for (const id of kept) this.kept.add(id);
    for (const id of deleted) this.deleted.set(id, id !== leaving);
    const shared = [...kept, ...deleted].find(id => this.kept.has(id) && this.deleted.has(id));
    if (shared === undefined) return twice;
    throw this.deleted.get(shared) ? words.keptAndRevoked(shared) : words.keptAndDeleted(shared);
  }
}
