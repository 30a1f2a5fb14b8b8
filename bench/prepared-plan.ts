import { readFile } from 'node:fs/promises';
import { Evidence } from '../test/harness/evidence';
import { processesOf } from '../test/harness/terraform-process';
import { Workspace } from '../test/harness/workspace';
import { PlatformProcess } from './platform-process';
import type { Subject } from './subjects';

/** A state with so many resources of one subject, made by a real apply, whose plan is to be measured again and again. */
export class PreparedPlan {
  private constructor(
    readonly subject: Subject,
    private readonly workspace: Workspace,
    private readonly platform: PlatformProcess | undefined,
  ) {}

  static async make(binary: string, subject: Subject, count: number): Promise<PreparedPlan> {
    const platform = subject.usesPlatform ? await PlatformProcess.start() : undefined;
    const workspace = await Workspace.create({
      binary,
      evidence: new Evidence(),
      cliConfiguration: cliConfiguration(subject),
      // The harness logs everything for its search; a log is not what is measured here.
      environment: { TF_LOG: '', ...(platform && { SVC_BASE_URL: platform.url, SVC_API_KEY: platform.key }) },
    });
    const prepared = new PreparedPlan(subject, workspace, platform);
    await workspace.write('main.tf', subject.configuration(count));
    await prepared.#run('init');
    await prepared.#run('apply', '-auto-approve', '-parallelism=32');
    return prepared;
  }

  /** Milliseconds of one `terraform plan`. It refreshes all and must find nothing to do. */
  async time(): Promise<number> {
    const started = performance.now();
    await this.#run('plan', '-detailed-exitcode');
    return performance.now() - started;
  }

  /** Requests of one plan; `undefined` for a subject that makes none by nature. */
  async countRequests(): Promise<number | undefined> {
    return this.platform?.countDuring(() => this.time());
  }

  /** Peak resident megabytes of the provider's largest process during one plan. Linux only. */
  async peakMemory(): Promise<number | undefined> {
    if (this.subject.executable === undefined || process.platform !== 'linux') return undefined;
    const running = this.workspace.start(['plan', '-no-color']);
    const finished = running.finished.then(() => true);
    let peak = 0;
    do {
      const pids = (await processesOf(this.workspace.id)).filter(pid => pid !== running.pid);
      for (const pid of pids) peak = Math.max(peak, await highWaterMark(pid));
    } while (!(await Promise.race([finished, pause(25)])));
    return peak;
  }

  async setLatency(milliseconds: number): Promise<void> {
    await this.platform?.setLatency(milliseconds);
  }

  async dispose(): Promise<void> {
    await this.workspace.dispose();
    this.platform?.stop();
  }

  async #run(...parameters: readonly string[]): Promise<void> {
    const { code, stdout, stderr } = await this.workspace.run([...parameters, '-no-color']);
    if (code !== 0)
      throw new Error(
        `terraform ${parameters.join(' ')} of ${this.subject.name} ended with ${code}\n${stdout}${stderr}`,
      );
  }
}

function cliConfiguration({ mirror }: Subject): string {
  if (mirror === undefined) return '';
  const { path, source } = mirror;
  return `provider_installation {\n  filesystem_mirror {\n    path    = ${JSON.stringify(path)}\n    include = ["${source}"]\n  }\n}\n`;
}

const pause = (milliseconds: number) =>
  new Promise<false>(resolve => setTimeout(() => resolve(false), milliseconds));

async function highWaterMark(pid: number): Promise<number> {
  try {
    const [, kilobytes] = /^VmHWM:\s+(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
