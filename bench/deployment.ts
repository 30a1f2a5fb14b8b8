import { Evidence } from '../test/harness/secrets/evidence';
import { Workspace } from '../test/harness/terraform/workspace';
import type { Observations } from './interleave';
import type { PlatformProcess } from './platform-process';
import { type Use, watch } from './resource-use';
import type { StateServer } from './state-server';
import type { Subject } from './subjects';

export interface Site {
  /** Path of terraform or tofu. */
  readonly binary: string;
  readonly subject: Subject;
  readonly count: number;
  /** undefined for a subject that does not use it. */
  readonly platform: PlatformProcess | undefined;
  readonly states: StateServer;
}

/** An initialised Terraform folder with this many resources of one subject, and a remote state. */
export class Deployment {
  private constructor(
    readonly site: Site,
    private readonly workspace: Workspace,
  ) {}

  static async create(site: Site): Promise<Deployment> {
    const { binary, subject, platform, states } = site;
    const workspace = await Workspace.create({
      binary,
      evidence: new Evidence(),
      cliConfiguration: cliConfiguration(subject),
      environment: platform === undefined ? {} : { SVC_BASE_URL: platform.url, SVC_API_KEY: platform.key },
    });
    const deployment = new Deployment(site, workspace);
    await deployment.configure();
    await workspace.write('backend.tf', states.backend(workspace.id));
    await deployment.run('init');
    return deployment;
  }

  async configure(blocks?: readonly string[]): Promise<void> {
    const { subject, count } = this.site;
    await this.workspace.write('main.tf', subject.configuration(count, blocks));
  }

  /** Milliseconds of one command, which must succeed. */
  async time(...command: readonly string[]): Promise<number> {
    const started = performance.now();
    await this.run(...command);
    return performance.now() - started;
  }

  async run(...command: readonly string[]): Promise<void> {
    await this.#succeed(this.workspace.start([...command, '-no-color']));
  }

  /** Measures one run's resource use. Sampling slows the run, so such a run is rarely timed. */
  async observe(command: readonly string[], lookEvery: number): Promise<Observations> {
    let use: Use | undefined;
    const work = async (): Promise<undefined> => {
      const running = this.workspace.start([...command, '-no-color']);
      use = await watch(running, lookEvery);
      await this.#succeed(running);
    };
    const platform = this.site.platform;
    const requests = platform === undefined ? await work() : await platform.countDuring(work);
    return this.site.subject.executable === undefined ? {} : { ...use, requests };
  }

  /** Moves the state into the folder: its place without a backend. */
  async keepStateHere(): Promise<void> {
    await this.workspace.write('backend.tf', '');
    await this.run('init', '-migrate-state', '-force-copy');
    this.site.states.forget(this.workspace.id);
  }

  async end(): Promise<void> {
    await this.dispose();
    this.site.platform?.stop();
  }

  async dispose(): Promise<void> {
    this.site.states.forget(this.workspace.id);
    await this.workspace.dispose();
  }

  async #succeed({ finished }: ReturnType<Workspace['start']>): Promise<void> {
    const { command, code, stdout, stderr } = await finished;
    if (code !== 0) {
      const { name } = this.site.subject;
      throw new Error(`terraform ${command} of ${name} ended with ${code}\n${stdout}${stderr}`);
    }
  }
}

function cliConfiguration({ mirror }: Subject): string {
  if (mirror === undefined) return '';
  const { path, source } = mirror;
  return `provider_installation {\n  filesystem_mirror {\n    path    = ${JSON.stringify(path)}\n    include = ["${source}"]\n  }\n}\n`;
}
