import type { ApplyCase } from './cases';
import { Deployment } from './deployment';
import { conclude, interleave, type Observations, type Rounds } from './interleave';
import { PlatformProcess } from './platform-process';
import type { Progress } from './progress';
import type { CaseResult } from './results';
import { StateServer } from './state-server';
import type { Subject } from './subjects';

/** Milliseconds between two samples of the provider's resource use. */
const lookEvery = 50;

/** Runs the case. Every run is the first apply of a new folder to an empty platform. */
export async function runApplyCase(
  chosen: ApplyCase,
  binary: string,
  subjects: readonly Subject[],
  rounds: Rounds,
  say: Progress,
): Promise<CaseResult> {
  const states = await StateServer.start();
  const appliers: Applier[] = [];
  try {
    for (const subject of subjects) appliers.push(await Applier.start(chosen, binary, subject, states));
    const contenders = appliers.map(applier => ({
      subject: applier.subject.name,
      label: applier.subject.label,
      run: () => applier.time(),
    }));
    const samples = await interleave(contenders, rounds, say);
    const observed = new Map<string, Observations>();
    for (const applier of appliers) observed.set(applier.subject.name, await applier.observe());
    return conclude(chosen, contenders, samples, observed);
  } finally {
    for (const applier of appliers) applier.stop();
    states.close();
  }
}

class Applier {
  private constructor(
    private readonly chosen: ApplyCase,
    private readonly binary: string,
    readonly subject: Subject,
    private readonly states: StateServer,
    private readonly platform: PlatformProcess | undefined,
  ) {}

  static async start(
    chosen: ApplyCase,
    binary: string,
    subject: Subject,
    states: StateServer,
  ): Promise<Applier> {
    const platform = subject.usesPlatform ? await PlatformProcess.start() : undefined;
    return new Applier(chosen, binary, subject, states, platform);
  }

  time(): Promise<number> {
    return this.#onEmptyPlatform(deployment => deployment.time(...this.#command));
  }

  observe(): Promise<Observations> {
    return this.#onEmptyPlatform(deployment => deployment.observe(this.#command, lookEvery));
  }

  stop(): void {
    this.platform?.stop();
  }

  get #command(): readonly string[] {
    return ['apply', '-auto-approve', `-parallelism=${this.chosen.parallelism}`];
  }

  async #onEmptyPlatform<Result>(work: (deployment: Deployment) => Promise<Result>): Promise<Result> {
    const { binary, subject, states, platform } = this;
    await platform?.reset();
    await platform?.setLatency(this.chosen.latency);
    const deployment = await Deployment.create({
      binary,
      subject,
      count: this.chosen.count,
      platform,
      states,
    });
    try {
      return await work(deployment);
    } finally {
      await deployment.dispose();
    }
  }
}
