import type { Value } from '../origins/value';

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
 * Attributes by their Terraform names. A value may still be a token or a Terraform expression.
 *
 * @internal
 */
export type Attributes = Readonly<Record<string, unknown>>;

/**
 * Returns the origin of a value in Terraform's JSON syntax.
 *
 * @internal
 */
export type Origins = (json: unknown) => Value;

/** @internal */
export interface Rule {
  /** First steps of the attributes that the rule reads. The rule runs again only if one of them has changed. */
  readonly reads: readonly string[];
  /** @param originOf returns the origin of a value, as far as the caller knows it */
  check(attributes: Attributes, originOf: Origins): Finding | undefined;
}

/** @internal */
export function describe(finding: Finding): string {
  return `${finding.attribute}: ${finding.found} ${finding.remedy}`;
}
