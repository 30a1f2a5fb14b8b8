import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, type TestContext } from 'vitest';
import { startPostgres } from '../../harness/programs/postgres';
import { type Scenario, scenario, withoutLogs } from '../../harness/scenario';
import { needFeature } from '../../harness/terraform/needed-feature';
import { CiJob } from './ci-job';

/** One platform, and one PostgreSQL that has the state of all jobs. */
export class Ground {
  private constructor(
    readonly s: Scenario,
    private readonly secret: string,
  ) {}

  /** Skips the test where PostgreSQL or the Terraform of the example cannot be had. */
  static async prepare(context: TestContext): Promise<Ground> {
    await needFeature('write-only arguments', context);
    const postgres = await startPostgres(context);
    const environment = { ...withoutLogs, PG_CONN_STR: postgres.connection };
    const s = await scenario({ environment, sandbox: { dialect: { idempotency: 'ignored' } } });
    return new Ground(s, await s.plantSecret('signing_secret'));
  }

  get controls() {
    return this.s.platform.controls;
  }

  /** Ids of all objects on the platform. */
  get ids(): readonly string[] {
    const { webhooks, apiKeys } = this.controls;
    return [...webhooks.all(), ...apiKeys.all()].map(({ id }) => id);
  }

  /** Starts a job from a fresh checkout. @param more what a later commit adds */
  job(more = '', environment: Readonly<Record<string, string>> = {}): Promise<CiJob> {
    return CiJob.start(this.s, { TF_VAR_signing_secret: this.secret, ...environment }, more);
  }

  /**
   * Applies until the third creation is held, and kills Terraform and provider. The platform has answered two by then.
   * Returns their ids: first the endpoint, then the key.
   */
  async cutOff(job: CiJob): Promise<readonly string[]> {
    const third = this.controls.faults.add({ method: 'POST', after: 2, effect: { kind: 'hang-before' } });
    const terraform = job.begin('apply', '-auto-approve');
    await Promise.race([
      third.reached,
      terraform.finished.then(({ stdout, stderr }) => {
        throw new Error(`The third creation was not asked for:\n${stdout}${stderr}`);
      }),
    ]);
    await job.kill(terraform);
    this.controls.faults.clear();
    expect(this.ids).toHaveLength(2);
    return this.ids;
  }

  /** Checks the scenario's invariants from one more checkout. */
  async expectConverged(more = ''): Promise<void> {
    const { s } = this;
    for (const name of ['provider.tf', 'planted.tf.json'])
      await rm(join(s.workspace.root, name), { force: true });
    await s.configure(await readFile('examples/remote-state/main.tf', 'utf8'));
    await s.workspace.write('more.tf', more);
    const { code, stderr } = await s.terraform('init', '-no-color');
    expect(code, stderr).toBe(0);
    await s.checkInvariants();
  }
}
