import { expect } from 'vitest';
import type { SandboxOptions } from '../../../../src/sandbox';
import { managedObjects } from '../../../harness/invariants/managed-objects';
import { type Scenario, scenario } from '../../../harness/scenario';
import type { Finished } from '../../../harness/terraform/terraform-process';

/** A scenario in which requests are answered late or not at all. */
export class Ground {
  private constructor(readonly s: Scenario) {}

  static async prepare({
    provider = 'request_timeout = 5\nmax_retries = 1',
    sandbox = { dialect: { idempotency: 'ignored' } },
  }: {
    readonly provider?: string;
    readonly sandbox?: SandboxOptions;
  } = {}): Promise<Ground> {
    const s = await scenario({ provider, sandbox });
    await s.plantSecret('signing');
    return new Ground(s);
  }

  get controls() {
    return this.s.platform.controls;
  }

  /** Ids of all objects on the platform. */
  get ids(): readonly string[] {
    return managedObjects(this.controls).map(({ id }) => id);
  }

  async succeed(...parameters: readonly string[]): Promise<Finished> {
    const finished = await this.s.terraform(...parameters);
    expect(finished.code, finished.stdout + finished.stderr).toBe(0);
    return finished;
  }
}
