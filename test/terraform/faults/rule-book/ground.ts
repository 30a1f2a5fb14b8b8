import { copyFile, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { Dialect, SandboxOptions } from '../../../../src/sandbox';
import { managedObjects } from '../../../harness/invariants/managed-objects';
import { type Scenario, scenario, withoutLogs } from '../../../harness/scenario';
import type { Finished } from '../../../harness/terraform/terraform-process';
import { removeSocketsOfTheKilled } from '../killed-sockets';

export type Idempotency = Dialect['idempotency'];

/** A scenario with a state that can be lost. */
export class Ground {
  private constructor(readonly s: Scenario) {}

  static async prepare({
    idempotency = 'ignored',
    provider = 'request_timeout = 5\nmax_retries = 1',
    sandbox = {},
  }: {
    readonly idempotency?: Idempotency;
    readonly provider?: string;
    readonly sandbox?: SandboxOptions;
  } = {}): Promise<Ground> {
    const dialect = { idempotency };
    const s = await scenario({ environment: withoutLogs, provider, sandbox: { dialect, ...sandbox } });
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

  /** Applies without the looks that `apply` takes afterwards: they would show the state to the provider. */
  async applyAlone(configuration?: string, ...flags: readonly string[]): Promise<string> {
    if (configuration !== undefined) await this.s.configure(configuration);
    const { stdout, stderr } = await this.succeed('apply', '-auto-approve', '-no-color', ...flags);
    return stdout + stderr;
  }

  /** What a plan warns of, as one text for each warning. */
  async warnings(): Promise<readonly string[]> {
    return (await this.s.diagnostics()).map(({ summary, detail }) => `${summary}\n${detail}`);
  }

  /**
   * Does something whose state is never stored, or only where `isLost` says so of the result. A file that a kill has
   * torn is lost as well: Terraform empties it before it writes, and with nothing in it would know of no object at all.
   * A user puts `terraform.tfstate.backup` back then, and here the copy from before is put back.
   */
  async losingTheState<Result>(
    work: () => Promise<Result>,
    isLost: (result: Result) => boolean = () => true,
  ): Promise<Result> {
    const { root } = this.s.workspace;
    const [state, kept] = [join(root, 'terraform.tfstate'), join(root, 'kept.tfstate')];
    const had = await copyFile(state, kept).then(
      () => true,
      () => false,
    );
    const result = await work();
    if (!isLost(result) && (await isWhole(state))) return result;
    if (had) await copyFile(kept, state);
    else await rm(state, { force: true });
    return result;
  }

  /**
   * Applies until that many creates have been answered, and the ones after them are held before or after their commit. Then it
   * kills. No state has any of them. Returns the ids of the new objects.
   */
  async cutOff({
    answers = 0,
    held: count = 1,
    effect = 'hang-before',
    flags = [],
  }: {
    readonly answers?: number;
    readonly held?: number;
    readonly effect?: 'hang-before' | 'hang-after';
    readonly flags?: readonly string[];
  }): Promise<readonly string[]> {
    const { faults } = this.controls;
    const before = new Set(this.ids);
    const times = Number.POSITIVE_INFINITY;
    const held = faults.add({ method: 'POST', after: answers, times, effect: { kind: effect } });
    await this.losingTheState(async () => {
      const terraform = this.s.start('apply', '-auto-approve', '-no-color', ...flags);
      await expect.poll(() => held.hits, { timeout: 60_000 }).toBeGreaterThanOrEqual(count);
      await terraform.killAll('SIGKILL');
      await terraform.finished;
      await removeSocketsOfTheKilled(this.s);
    });
    faults.clear();
    return this.ids.filter(id => !before.has(id));
  }
}

/** Whether a state file can be read: Terraform takes an empty one for no state. A file that is not there was never written. */
async function isWhole(state: string): Promise<boolean> {
  const text = await readFile(state, 'utf8').catch(() => '{}');
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
