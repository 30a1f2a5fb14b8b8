/**
 * A problem with one argument: a sentence about the problem, and one about its solution. A problem with a secret never
 * contains its value.
 *
 * @internal
 */
export interface Problem {
  /** Path of the argument, by its names in Terraform. */
  readonly place: string;
  readonly found: string;
  readonly remedy: string;
  /** True if the platform may accept the value: a warning. */
  readonly isDoubt?: boolean;
}
