import type { RiskName, Severity } from './names';

/** Values within a sentence, and their attribute: the configuration may mark it as sensitive. */
export interface Values {
  readonly attribute: string;
  readonly values: readonly string[];
}

/** A sentence without its subject, such as `gains alerts:write`: our own words, with values between them. */
export type Words = readonly (string | Values)[];

/** What a rule says of one object. Warnings, reports and gates are made of it. */
export interface Finding {
  /** Absent for a change that is no risk. */
  readonly risk?: RiskName;
  /** @default the severity of the risk */
  readonly severity?: Severity;
  readonly words: Words;
  /** What follows, and what to check. */
  readonly detail?: string;
  /**
   * Set if the provider warns of it in the plan. Terraform shows the other findings as changes of attributes. `together` is a
   * warning of a normal month: its summary has no name, so that Terraform folds those of many objects.
   */
  readonly warns?: true | 'together';
}

/** True if Terraform knows the value of an attribute before the apply. */
export type IsKnown<Attribute extends string> = (attribute: Attribute) => boolean;

export const textOf = (words: Words): string =>
  words.map(part => (typeof part === 'string' ? part : part.values.join(', '))).join('');

export const afterApply = (attribute: string): string =>
  `The value of ${attribute} is known after apply. Check where it comes from.`;

/** @param next where the same plan imports an object that leaves the state */
export const importedAgain = (next: string): Finding => ({
  words: ['leaves the state here, and is imported as ', { attribute: 'address', values: [next] }],
});

/**
 * True if an object stays on the platform: it leaves the state alone (`destroy = false`), or the platform cannot delete it
 * (`unavailable_operations`). `unknown` if no plan tells.
 */
export type Stays = boolean | 'unknown';

export const goesOn = (stays: Stays) => (stays === 'unknown' ? 'may go on ' : 'goes on ');

/** An object that leaves the state and stays on the platform. */
export const forgottenObject = (stays: Stays, what: Words, severity: Severity = 'medium'): Finding => ({
  risk: 'object-forgotten',
  severity,
  words: ['leaves the state, and ', goesOn(stays), ...what],
  detail: `${stays === 'unknown' ? 'No plan tells what `unavailable_operations` has.' : 'No plan shows it any more.'} Remove it on the platform, unless another stack manages it.`,
});
