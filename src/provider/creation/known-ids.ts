import type { PlanRecord } from './journal/entry';

/** Ids that need no explanation: a state shows them, this process made them, or the user named them. */
export class KnownIds {
  private readonly shown = new Set<string>();
  private readonly made = new Map<string, string[]>();

  constructor(private readonly accepted: ReadonlySet<string>) {}

  /** What the plan run has seen: an apply visits only the objects that change. */
  addPlans(plans: readonly PlanRecord[]): void {
    for (const id of plans.flatMap(({ shown }) => shown)) this.shown.add(id);
  }

  /** A state shows it, or an import brings it into one. */
  addShown(id: string): void {
    this.shown.add(id);
  }

  addMade(digest: string, id: string): void {
    this.shown.add(id);
    this.made.set(digest, [...this.madeLike(digest), id]);
  }

  has(id: string): boolean {
    return this.shown.has(id);
  }

  isAccepted(id: string): boolean {
    return this.accepted.has(id);
  }

  madeLike(digest: string): readonly string[] {
    return this.made.get(digest) ?? [];
  }

  all(): readonly string[] {
    return [...this.shown];
  }
}
