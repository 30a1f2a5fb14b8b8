import * as words from './words';

/** What a plan does with the objects that exist: one that it keeps at one address, it must not delete at another. */
export class PlannedFates {
  private readonly kept = new Set<string>();
  private readonly deleted = new Set<string>();

  /**
   * Terraform plans addresses in any order, so the second call of an id is refused, whichever it is.
   * @throws {Refused}
   */
  demandOne(ids: readonly string[], isDeleted: boolean): void {
    const [same, other] = isDeleted ? [this.deleted, this.kept] : [this.kept, this.deleted];
    for (const id of ids) same.add(id);
    const shared = ids.find(id => other.has(id));
    if (shared !== undefined) throw words.keptAndDeleted(shared);
  }
}
