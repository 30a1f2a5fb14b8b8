import type { CaseResult } from '../scripts/figures/results';
import type { PlanCase } from './cases';
import { Deployment } from './deployment';
import { conclude, interleave, type Observations, type Progress } from './interleave';
import { PlatformProcess } from './platform-process';
import { startStateServer } from './state-server';
import type { Subject } from './subjects';

/** A plan that refreshes everything and must find no changes. */
export const planCommand = ['plan', '-detailed-exitcode'];

/** Milliseconds between two samples: short enough to catch the provider's end. */
const lookEvery = 25;

/** Numbers of endpoints of somebody else that are older, and that come beside each of its own. */
interface Prepared {
  readonly count: number;
  readonly older: number;
  readonly between?: number;
  readonly blocks?: readonly string[];
}

/** Returns applied resources of one subject, to be planned repeatedly. */
export async function preparePlan(
  binary: string,
  subject: Subject,
  { count, older, between, blocks }: Prepared,
): Promise<Deployment> {
  const platform = subject.usesPlatform ? await PlatformProcess.start() : undefined;
  await platform?.order({ others: older, between });
  const states = await startStateServer();
  try {
    const deployment = await Deployment.create({ binary, subject, count, platform, states });
    await deployment.configure(blocks);
    await deployment.run('apply', '-auto-approve', '-parallelism=32');
    await deployment.keepStateHere();
    return deployment;
  } finally {
    await states.close();
  }
}

/** @param plans one for each subject, with the case's count of resources */
export async function runPlanCase(
  chosen: PlanCase,
  plans: readonly Deployment[],
  rounds: number,
  say: Progress,
): Promise<CaseResult> {
  for (const { site } of plans)
    await site.platform?.order({ latency: chosen.latency, others: chosen.others / 2 });
  const contenders = plans.map(plan => ({
    subject: plan.site.subject.name,
    label: plan.site.subject.label,
    run: () => plan.time(...planCommand),
  }));
  const samples = await interleave(contenders, rounds, say);
  const observed = new Map<string, Observations>();
  for (const plan of plans) observed.set(plan.site.subject.name, await plan.observe(planCommand, lookEvery));
  return conclude(chosen, contenders, samples, observed);
}
