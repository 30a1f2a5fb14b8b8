/**
 * A problem with one attribute: a sentence about the problem, and one about its solution. A problem with a secret
 * never contains its value.
 *
 * @internal
 */
export interface Problem {
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
export type Rule = (attributes: Attributes) => Problem | undefined;

/** @internal */
export function problemsWith(rules: readonly Rule[], attributes: Attributes): Problem[] {
  return rules.flatMap(rule => rule(attributes) ?? []);
}

/** @internal */
export function describe({ attribute, found, remedy }: Problem): string {
  return `${attribute}: ${found} ${remedy}`;
}
