import type { CaseResult } from '../scripts/figures/results';
import { runApplyCase } from './apply';
import { type BenchCase, type PlanCase, roundsOf } from './cases';
import type { Deployment } from './deployment';
import type { Progress } from './interleave';
import { runLaunchCase } from './launch';
import { preparePlan, runPlanCase } from './plan';
import { runReportCase } from './plan-report';
import { runRefreshCase } from './refresh';
import type { Subject } from './subjects';
import { runSynthCase } from './synth';
import { terraformUnderStranger } from './under-stranger';

export interface Run {
  /** Path of terraform or tofu. */
  readonly binary: string;
  readonly subjects: readonly Subject[];
  /** A clone whose build is measured, too. */
  readonly before: string | undefined;
  /** Number of rounds of a small case. */
  readonly rounds: number;
  readonly say: Progress;
}

export async function runCases(cases: readonly BenchCase[], run: Run): Promise<CaseResult[]> {
  const { binary, subjects, before } = run;
  const results: CaseResult[] = [];
  const plans = cases.filter(chosen => chosen.kind === 'plan');
  const usual = plans.filter(plan => !plan.isUnderStranger);
  for (const count of new Set(usual.map(({ count }) => count))) {
    const same = usual.filter(plan => plan.count === count);
    results.push(...(await runPlans(same, run)));
  }
  for (const plan of plans.filter(plan => plan.isUnderStranger)) {
    const underStranger = terraformUnderStranger(binary);
    if (underStranger === undefined)
      run.say(`${plan.name}: NOT MEASURED, unshare --pid is not permitted here`);
    else results.push(...(await runPlans([plan], { ...run, binary: underStranger })));
  }
  for (const chosen of cases) {
    const [rounds, say] = [roundsOf(chosen, run.rounds), progressOf(chosen, run)];
    if (chosen.kind === 'apply') results.push(await runApplyCase(chosen, binary, subjects, rounds, say));
    if (chosen.kind === 'refresh') results.push(await runRefreshCase(chosen, binary, subjects, rounds, say));
    if (chosen.kind === 'launch') results.push(await runLaunchCase(chosen, subjects, rounds, say));
    if (chosen.kind === 'synth') results.push(await runSynthCase(chosen, before, rounds, say));
    if (chosen.kind === 'report') results.push(await runReportCase(chosen, before, rounds, say));
  }
  return results;
}

/** Prepares the states once for all cases with the same number of resources. */
async function runPlans(cases: readonly PlanCase[], run: Run): Promise<CaseResult[]> {
  const prepared: Deployment[] = [];
  const [first] = cases;
  if (first === undefined) return [];
  try {
    for (const subject of run.subjects) {
      run.say(`applying ${first.count} of ${subject.label}`);
      prepared.push(await preparePlan(run.binary, subject, { ...first, older: first.others / 2 }));
    }
    const results: CaseResult[] = [];
    for (const plan of cases)
      results.push(await runPlanCase(plan, prepared, roundsOf(plan, run.rounds), progressOf(plan, run)));
    return results;
  } finally {
    for (const plan of prepared) await plan.end();
  }
}

const progressOf =
  ({ name }: BenchCase, { say }: Run): Progress =>
  line =>
    say(`${name}: ${line}`);
