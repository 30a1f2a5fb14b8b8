import type { SandboxControls } from '../../../src/sandbox';
import type { Plan } from '../plan';
import type { Leak } from '../secrets';
import type { TerraformState } from '../terraform-json';

/** What an invariant looks at: everything as it is after an apply. */
export interface Observation {
  /** The plan that Terraform makes now; `undefined` after a destroy, for it would rightly create all again. */
  readonly next: Plan | undefined;
  readonly state: TerraformState;
  readonly platform: Pick<SandboxControls, 'collections'>;
  /** Ids of objects that Terraform never made: the seed's, and those that the test created behind its back. */
  readonly strangers: ReadonlySet<string>;
  /** What the search of all output since the last observation found. */
  readonly leaks: readonly Leak[];
}

/** Says in words what does not hold; nothing when all does. */
export type Invariant = (observation: Observation) => readonly string[];
