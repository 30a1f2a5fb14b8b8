/** Objects that are in good hands: made by this process, or shown by a state. They are never what is looked for. */
export class KnownObjects {
  private readonly ids = new Set<string>();
  private readonly made = new Map<string, string[]>();

  /** A state shows it. */
  seen(id: string): void {
    this.ids.add(id);
  }

  /** This process made it. */
  madeLike(likeness: string, id: string): void {
    this.ids.add(id);
    this.made.set(likeness, [...this.allMadeLike(likeness), id]);
  }

  has(id: string): boolean {
    return this.ids.has(id);
  }

  allMadeLike(likeness: string): readonly string[] {
    return this.made.get(likeness) ?? [];
  }
}
