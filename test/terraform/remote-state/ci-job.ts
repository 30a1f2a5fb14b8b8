import { readFile } from 'node:fs/promises';
import { expect } from 'vitest';
import type { Scenario } from '../../harness/scenario';
import type { Finished, TerraformProcess } from '../../harness/terraform/terraform-process';
import type { Workspace } from '../../harness/terraform/workspace';
import { removeSocketsOfTheKilled } from '../faults/killed-sockets';

type Variables = Readonly<Record<string, string>>;

/** A job of a pipeline: a fresh checkout of the example, and nothing that an earlier job has left. */
export class CiJob {
  private constructor(
    readonly workspace: Workspace,
    private readonly variables: Variables,
  ) {}

  /** @param more further configuration, as a later commit adds it */
  static async start(s: Scenario, variables: Variables, more = ''): Promise<CiJob> {
    const job = new CiJob(await s.anotherWorkspace(), variables);
    await job.workspace.write('main.tf', await readFile('examples/remote-state/main.tf', 'utf8'));
    await job.workspace.write('more.tf', more);
    await job.succeed('init');
    return job;
  }

  begin(command: string, ...options: readonly string[]): TerraformProcess {
    return this.workspace.start([command, '-no-color', ...options], this.variables);
  }

  run(command: string, ...options: readonly string[]): Promise<Finished> {
    return this.begin(command, ...options).finished;
  }

  async succeed(command: string, ...options: readonly string[]): Promise<string> {
    return outputOf(await this.run(command, ...options));
  }

  /** Text of the state in the backend. */
  async storedState(): Promise<string> {
    return outputOf(await this.workspace.run(['state', 'pull'], {}, { holdsState: true }));
  }

  apply(...options: readonly string[]): Promise<string> {
    return this.succeed('apply', '-auto-approve', ...options);
  }

  /** Kills Terraform and its providers, as a runner that goes away. */
  async kill(terraform: TerraformProcess): Promise<void> {
    await terraform.killAll('SIGKILL');
    await terraform.finished;
    await removeSocketsOfTheKilled(this);
  }
}

/** The output of a command that must not fail. */
export function outputOf({ code, stdout, stderr }: Finished): string {
  expect(code, stdout + stderr).toBe(0);
  return stdout;
}
