import { Aspects, type IAspect } from 'cdktf';
import type { IConstruct } from 'constructs';
import type { Policy } from './rules/policy';

/**
 * What a policy is and does.
 *
 * @internal
 */
export interface Settings {
  readonly policy: Policy;
  /** True if a finding fails the synthesis; false if it is a warning. */
  readonly isStrict: boolean;
}

/** @internal */
export interface AppliedPolicy extends Settings {
  /** The construct that the policy was added to. It applies to everything below. */
  readonly scope: IConstruct;
}

/** The settings of each aspect that is a policy. */
const settingsOf = new WeakMap<IAspect, Settings>();
/** Without a policy, no construct of a program is asked for its aspects. */
let isAnyRegistered = false;

/** @internal */
export function registerPolicy(aspect: IAspect, settings: Settings): void {
  settingsOf.set(aspect, settings);
  isAnyRegistered = true;
}

/** @internal */
export const isAnyPolicyRegistered = (): boolean => isAnyRegistered;

/**
 * Returns the policies that apply to a part of a program: those on constructs within it, and on those above. cdktf
 * itself does not visit anything with the aspects of an App.
 *
 * @internal
 */
export function policiesWithin(scope: IConstruct): AppliedPolicy[] {
  if (!isAnyRegistered) return [];
  const above = scope.node.scopes.slice(0, -1);
  const all = [...above, ...scope.node.findAll()].flatMap(policiesOn);
  const distinct = new Map(all.map(applied => [keyOf(applied), applied]));
  return [...distinct.values()];
}

function policiesOn(scope: IConstruct): AppliedPolicy[] {
  return Aspects.of(scope).all.flatMap(aspect => {
    const settings = settingsOf.get(aspect);
    return settings === undefined ? [] : [{ scope, ...settings }];
  });
}

/** An aspect that is added twice applies once. */
function keyOf({ scope, policy, isStrict }: AppliedPolicy): string {
  return JSON.stringify([scope.node.path, isStrict, policy]);
}
