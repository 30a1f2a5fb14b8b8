import type { Construct } from 'constructs';

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

/** @internal */
export interface Rule {
  /** First steps of the attributes it looks at: it is applied again only when one of them has changed. */
  readonly reads: readonly string[];
  /** @param scope the construct whose attributes these are */
  check(attributes: Attributes, scope: Construct): Finding | undefined;
}

/** @internal */
export function describe(finding: Finding): string {
  return `${finding.attribute}: ${finding.found} ${finding.remedy}`;
}
