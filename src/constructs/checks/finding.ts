import { eachNamed, type NameList } from './lists';

/**
 * A problem with one attribute: a sentence about the problem, and one about its solution. A finding about a secret
 * never contains its value.
 *
 * @internal
 */
export interface Finding {
  readonly attribute: string;
  readonly found: string;
  readonly remedy: string;
}

/**
 * Attributes by their Terraform names. A value may be a token, or a Terraform expression.
 *
 * @internal
 */
export type Attributes = Readonly<Record<string, unknown>>;

/** @internal */
export type Rule = (attributes: Attributes) => Finding | undefined;

/** @internal */
export interface Rules {
  /** Checked in the constructor, too, so that the stack trace shows the user's line. */
  readonly always: readonly Rule[];
  /** Checked only in the finished JSON, where a setter may have corrected the value, and not for an imported object. */
  readonly atSynthesis?: readonly Rule[];
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
  declared.set(type, rules);
  return rules;
}

/** @internal */
export function rulesFor(type: string, isImported: boolean): readonly Rule[] {
  const { always = [], atSynthesis = [], lists = [] } = declared.get(type) ?? {};
  return [...always, ...lists.map(eachNamed), ...(isImported ? [] : atSynthesis)];
}

/** @internal */
export function findingsOf(rules: readonly Rule[], attributes: Attributes): Finding[] {
  return rules.flatMap(rule => rule(attributes) ?? []);
}

/** @internal */
export function describe({ attribute, found, remedy }: Finding): string {
  return `${attribute}: ${found} ${remedy}`;
}
