/** Writes of this process. They are newer than any page or response that it has read. */
export class OwnWrites<Item extends { readonly id: string }> {
  /** `item` is undefined for a deleted object. */
  private readonly writes = new Map<string, { readonly item: Item | undefined }>();
  private readonly doubtful = new Set<string>();

  of(id: string): { readonly item: Item | undefined } | undefined {
    return this.writes.get(id);
  }

  /** Returns true if a write of the object failed. Its state is then unknown until the next read. */
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

  /** Returns true if this process deleted the object. */
  hasDeleted(id: string): boolean {
    const write = this.writes.get(id);
    return write !== undefined && write.item === undefined;
  }

  /** Ids of the objects that this process wrote and has not deleted. */
  get ids(): readonly string[] {
    return [...this.writes].flatMap(([id, { item }]) => (item === undefined ? [] : [id]));
  }
}
