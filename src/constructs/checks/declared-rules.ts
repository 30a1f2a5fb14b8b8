import { eachInForm, eachNamed, type NameList } from './lists';
import type { Rule } from './problem';

/** @internal */
export interface Rules {
  /** Checked in the constructor, too, so that the stack trace shows the user's line. */
  readonly always: readonly Rule[];
  /** Checked only in the finished JSON, where a setter may have corrected the value, and not for an imported object. */
  readonly atSynthesis?: readonly Rule[];
  /** Warnings about what the platform may accept. Each rule looks at one attribute. */
  readonly doubts?: Readonly<Record<string, Rule>>;
  /** Lists of names. Each entry must be one, always. */
  readonly lists?: readonly NameList[];
}

const declared = new Map<string, Rules>();

/**
 * Declares the rules for a type of block; `svc` is the provider's. They hold for blocks without a construct, too.
 *
 * @internal
 */
export function declareRules(type: string, rules: Rules): Rules {
  const { always, lists = [] } = rules;
  const complete = {
    ...rules,
    always: [...always, ...lists.flatMap(list => [eachNamed(list), eachInForm(list)])],
  };
  declared.set(type, complete);
  return complete;
}

/** @internal */
export function rulesFor(type: string, isImported: boolean): readonly Rule[] {
  const { always = [], atSynthesis = [] } = declared.get(type) ?? {};
  return isImported ? always : [...always, ...atSynthesis];
}
