import type { PlanRecord } from './journal/entry';

/** Ids that need no explanation: a state shows them, this process made them, or the user named them. */
export class KnownIds {
  private readonly shown = new Set<string>();

  constructor(private readonly accepted: ReadonlySet<string>) {}

  /** What the plan run has seen: an apply visits only the objects that change. */
  addPlans(plans: readonly PlanRecord[]): void {
    for (const id of plans.flatMap(({ shown }) => shown)) this.shown.add(id);
  }

  /** A state shows it, an import brings it into one, or this process has made it. */
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
