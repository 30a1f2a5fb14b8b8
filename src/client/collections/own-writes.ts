/** What this process wrote itself: newer than any page or answer it has read. */
export class OwnWrites<Item extends { readonly id: string }> {
  /** `item` is absent for an object that was deleted. */
  private readonly writes = new Map<string, { readonly item: Item | undefined }>();
  private readonly doubtful = new Set<string>();

  of(id: string): { readonly item: Item | undefined } | undefined {
    return this.writes.get(id);
  }

  /** Whether a write of the object failed, so that only the platform can tell what it holds. */
  doubts(id: string): boolean {
    return this.doubtful.has(id);
  }

  written(item: Item): void {
    this.doubtful.delete(item.id);
    this.writes.set(item.id, { item });
  }

  deleted(id: string): void {
    this.doubtful.delete(id);
    this.writes.set(id, { item: undefined });
  }

  inDoubt(id: string): void {
    this.writes.delete(id);
    this.doubtful.add(id);
  }

  /** Whether this process has deleted the object. */
  hasDeleted(id: string): boolean {
    const write = this.writes.get(id);
    return write !== undefined && write.item === undefined;
  }

  /** Objects that this process wrote and has not deleted. */
  get ids(): readonly string[] {
    return [...this.writes].flatMap(([id, { item }]) => (item === undefined ? [] : [id]));
  }
}
