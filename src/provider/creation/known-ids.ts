import type { PlanRecord } from './journal/entry';

/** Ids with a known owner: a state shows them, this process created them, or the user named them. */
export class KnownIds {
  private readonly shown = new Set<string>();

  constructor(private readonly accepted: ReadonlySet<string>) {}

  /** Adds the ids that the plan run has seen. An apply visits only the objects that change. */
  addPlans(plans: readonly PlanRecord[]): void {
    for (const id of plans.flatMap(({ shown }) => shown)) this.shown.add(id);
  }

  /** Adds an id that a state shows, that an import brings into a state, or that this process created. */
  add(id: string): void {
    this.shown.add(id);
  }

  has(id: string): boolean {
    return this.shown.has(id);
  }

  isAccepted(id: string): boolean {
    return this.accepted.has(id);
  }

  all(): readonly string[] {
    return [...this.shown];
  }
}
