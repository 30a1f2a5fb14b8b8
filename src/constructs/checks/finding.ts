import type { Value } from '../origins/value';

/**
 * What is wrong with one attribute: a sentence on what was found and one on what to do. A finding about
 * a secret never contains its value.
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
 * Tells where a value of Terraform's JSON syntax comes from.
 *
 * @internal
 */
export type Origins = (json: unknown) => Value;

/** @internal */
export interface Rule {
  /** First steps of the attributes it looks at: it is applied again only when one of them has changed. */
  readonly reads: readonly string[];
  /** @param originOf where a value comes from, as far as is known there and then */
  check(attributes: Attributes, originOf: Origins): Finding | undefined;
}

/** @internal */
export function describe(finding: Finding): string {
  return `${finding.attribute}: ${finding.found} ${finding.remedy}`;
}
