import type { PlanCase } from './cases';
import { Deployment } from './deployment';
import { type Contender, conclude, interleave, type Observations, type Rounds } from './interleave';
import { PlatformProcess } from './platform-process';
import type { Progress } from './progress';
import type { CaseResult } from './results';
import { StateServer } from './state-server';
import type { Subject } from './subjects';

/** A plan that refreshes everything and must find no changes. */
const command = ['plan', '-detailed-exitcode'];

/** Milliseconds between two samples: short enough to catch the provider's end, long enough not to slow it. */
const lookEvery = { observed: 25, timed: 1000 };

/** Applied resources of one subject, to be planned repeatedly. */
export interface PreparedPlan {
  readonly subject: Subject;
  readonly deployment: Deployment;
  readonly platform: PlatformProcess | undefined;
}

export async function preparePlan(binary: string, subject: Subject, count: number): Promise<PreparedPlan> {
  const platform = subject.usesPlatform ? await PlatformProcess.start() : undefined;
  const states = await StateServer.start();
  try {
    const deployment = await Deployment.create({ binary, subject, count, platform, states });
    await deployment.run('apply', '-auto-approve', '-parallelism=32');
    await deployment.keepStateHere();
    return { subject, deployment, platform };
  } finally {
    states.close();
  }
}

export async function disposePlan({ deployment, platform }: PreparedPlan): Promise<void> {
  await deployment.dispose();
  platform?.stop();
}

/** @param plans one for each subject, with the case's count of resources */
export async function runPlanCase(
  chosen: PlanCase,
  plans: readonly PreparedPlan[],
  rounds: Rounds,
  say: Progress,
): Promise<CaseResult> {
  for (const { platform } of plans) await platform?.setLatency(chosen.latency);
  const observed = new Map<string, Observations>();
  const contenders = plans.map(({ subject, deployment }): Contender => {
    const { name, label } = subject;
    if (!chosen.huge) return { subject: name, label, run: () => deployment.time(...command) };
    const run = async () => {
      const started = performance.now();
      observed.set(name, await deployment.observe(command, lookEvery.timed));
      return performance.now() - started;
    };
    return { subject: name, label, run };
  });
  const samples = await interleave(contenders, rounds, say);
  for (const { subject, deployment } of plans) {
    if (!observed.has(subject.name))
      observed.set(subject.name, await deployment.observe(command, lookEvery.observed));
  }
  return conclude(chosen, contenders, samples, observed);
}
