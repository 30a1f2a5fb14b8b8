import type { Blanking } from '../blanking';
import type { Action, Subject } from '../model';
import type { Block } from '../plan/configuration';
import { givenTo, inputsOf } from '../plan/inputs';
import { member } from '../plan/json';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import type { ReportOptions } from '../report-options';

/** What every judgement reads: the plan, what is asked of the report, and how foreign texts are shown. */
export interface Judging extends ReportOptions {
  readonly plan: Plan;
  readonly shown: Blanking;
  /** How the report names an object. */
  readonly subjectOf: (object: PlannedObject) => Subject;
}

/** Returns what a plan does to an object, in one word. */
export function actionOf({ actions, isImported, previousAddress }: PlannedObject): Action {
  if (actions.length > 1) return 'replace';
  const [action = 'no-op'] = actions;
  if (action === 'create' || action === 'update' || action === 'delete') return action;
  if (action === 'forget' || action === 'read') return action;
  if (isImported) return 'import';
  return previousAddress === undefined ? 'none' : 'move';
}

/**
 * True if the former object leaves the state and stays on the platform: `destroy = false` in `removed`, or, of OpenTofu,
 * in `lifecycle`. A replacement then is `forget` and `create`.
 */
export const isForgotten = ({ actions }: PlannedObject): boolean => actions.includes('forget');

/**
 * Returns the provider block of an object. A plan does not tell it if the object's own block is gone from the
 * configuration: then it is one of all provider blocks.
 */
export function providersOf({ configuration }: Plan, { block }: PlannedObject): readonly Block[] {
  const { blocks, providers } = configuration;
  const key = blocks.get(block)?.providerKey;
  return key === undefined ? [...providers.values()] : [providers.get(key) ?? []].flat();
}

/** True if every provider block that this object may have says that the platform lacks an operation. */
export function lacks(plan: Plan, object: PlannedObject, operation: string): boolean {
  const providers = providersOf(plan, object);
  const isLacking = ({ expressions, scope }: Block) => {
    const inputs = inputsOf(member(expressions, 'unavailable_operations'), scope);
    return [...inputs.constants, ...givenTo(inputs, plan.variables)].flat().includes(operation);
  };
  return providers.length > 0 && providers.every(isLacking);
}
