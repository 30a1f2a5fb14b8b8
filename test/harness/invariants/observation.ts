import type { Dialect, SandboxControls } from '../../../src/sandbox';
import type { Leak } from '../secrets/secrets';
import type { Plan } from '../terraform/plan';
import type { TerraformState } from '../terraform/terraform-json';

/** Input of an invariant: the situation after an apply. */
export interface Observation {
  /** The plan that Terraform makes now; `undefined` after a destroy, since it would create everything again. */
  readonly next: Plan | undefined;
  readonly state: TerraformState;
  readonly platform: Pick<SandboxControls, 'collections'>;
  /** How the platform shows its objects. */
  readonly dialect: Dialect;
  /** Ids of objects that Terraform did not create: from the seed, or created directly by the test. */
  readonly strangers: ReadonlySet<string>;
  /** Ids of objects whose secrets no state has: Terraform did not create them, or a test has said so. */
  readonly unread: ReadonlySet<string>;
  /** Secrets found in all output since the last observation. */
  readonly leaks: readonly Leak[];
}

/** Describes the violations; empty if there are none. */
export type Invariant = (observation: Observation) => readonly string[];
