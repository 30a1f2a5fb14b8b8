import { PlatformOperation } from '../../constructs/gen/platform-operation';
import type { Stays } from '../../risks/finding';
import type { Blanking } from '../blanking';
import type { Action, Subject } from '../model';
import type { Block } from '../plan/configuration';
import { givenTo, inputsOf } from '../plan/inputs';
import { type Json, member } from '../plan/json';
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
 * Returns the provider block of an object. A plan does not tell it if the object's own block is gone from the
 * configuration: then it is one of all provider blocks.
 */
export function providersOf({ configuration }: Plan, { block }: PlannedObject): readonly Block[] {
  const { blocks, providers } = configuration;
  const key = blocks.get(block)?.providerKey;
  return key === undefined ? [...providers.values()] : [providers.get(key) ?? []].flat();
}

/** True if the platform lacks an operation. `unknown` if a provider block that the object may have does not tell, or one of several lacks it. */
export function lacks(plan: Plan, object: PlannedObject, operation: string): Stays {
  const found = providersOf(plan, object).map(
    provider => lackedBy(provider, plan)?.includes(operation) ?? 'unknown',
  );
  if (found.every(one => one === false)) return false;
  return found.every(one => one === true) || 'unknown';
}

const operations: ReadonlySet<Json> = new Set(Object.values(PlatformOperation));

/** The names of `unavailable_operations`; undefined if a plan does not show them, as behind a local, a function or a condition. */
function lackedBy({ expressions, scope }: Block, { variables }: Plan): readonly Json[] | undefined {
  const expression = member(expressions, 'unavailable_operations');
  if (expression === undefined || member(expression, 'constant_value') === null) return [];
  const inputs = inputsOf(expression, scope);
  const isShown = inputs.references.length === 0 && inputs.constants.length + inputs.variables.length === 1;
  const names = [inputs.constants, givenTo(inputs, variables)].flat(2).filter(name => name !== null);
  return isShown && names.every(name => operations.has(name)) ? names : undefined;
}

/**
 * An object is forgotten by `destroy = false` in `removed` or, of OpenTofu, in `lifecycle`. A replacement then is `forget` and
 * `create`.
 *
 * @param deletion the operation that deletes such an object
 */
export const staysAfter = (plan: Plan, object: PlannedObject, deletion: string): Stays =>
  object.actions.includes('forget') || lacks(plan, object, deletion);
