import type { IConstruct } from 'constructs';
import type { RuleName } from './rules/policy';

/**
 * A finding that the program accepts.
 *
 * @internal
 */
export interface Acceptance {
  readonly construct: IConstruct;
  readonly rule: RuleName;
  readonly reason: string;
}

const accepted = new WeakMap<IConstruct, Map<RuleName, string>>();
/** Without an acceptance, no construct of a program is asked for its own. */
let isAnyAccepted = false;

/**
 * Accepts the findings of one rule on one construct. A later reason replaces an earlier one.
 *
 * @internal
 */
export function acceptFinding({ construct, rule, reason }: Acceptance): void {
  const reasons = accepted.get(construct) ?? new Map<RuleName, string>();
  accepted.set(construct, reasons.set(rule, reason));
  isAnyAccepted = true;
}

/** @internal */
export function acceptancesWithin(scope: IConstruct): Acceptance[] {
  if (!isAnyAccepted) return [];
  return scope.node
    .findAll()
    .flatMap(construct =>
      [...(accepted.get(construct) ?? [])].map(([rule, reason]) => ({ construct, rule, reason })),
    );
}
