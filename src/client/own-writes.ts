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

  appliedTo(read: ReadonlyMap<string, Item>): readonly Item[] {
    const items = new Map(read);
    for (const [id, { item }] of this.writes) {
      if (item === undefined) items.delete(id);
      else items.set(id, item);
    }
    return [...items.values()];
  }
}
