import type { CaseResult } from '../scripts/figures/results';
import type { ApplyCase } from './cases';
import { Deployment } from './deployment';
import { conclude, interleave, type Observations, type Progress } from './interleave';
import { PlatformProcess } from './platform-process';
import { startStateServer } from './state-server';
import type { Subject } from './subjects';

/** Milliseconds between two samples of the provider's resource use. */
const lookEvery = 50;

/** Runs the case. Every run is the first apply of a new folder to a platform without its objects. */
export async function runApplyCase(
  { count, others, latency, parallelism, ...chosen }: ApplyCase,
  binary: string,
  subjects: readonly Subject[],
  rounds: number,
  say: Progress,
): Promise<CaseResult> {
  const states = await startStateServer();
  const platforms = new Map<Subject, PlatformProcess>();
  const command = ['apply', '-auto-approve', `-parallelism=${parallelism}`];

  async function inNewFolder<Result>(
    subject: Subject,
    work: (deployment: Deployment) => Promise<Result>,
  ): Promise<Result> {
    const platform = platforms.get(subject);
    await platform?.order({ isReset: true, latency, others });
    const deployment = await Deployment.create({ binary, subject, count, platform, states });
    try {
      return await work(deployment);
    } finally {
      await deployment.dispose();
    }
  }

  try {
    for (const subject of subjects)
      if (subject.usesPlatform) platforms.set(subject, await PlatformProcess.start());
    const contenders = subjects.map(subject => ({
      subject: subject.name,
      label: subject.label,
      run: () => inNewFolder(subject, deployment => deployment.time(...command)),
    }));
    const samples = await interleave(contenders, rounds, say);
    const observed = new Map<string, Observations>();
    for (const subject of subjects)
      observed.set(
        subject.name,
        await inNewFolder(subject, deployment => deployment.observe(command, lookEvery)),
      );
    return conclude(chosen, contenders, samples, observed);
  } finally {
    for (const platform of platforms.values()) platform.stop();
    await states.close();
  }
}
