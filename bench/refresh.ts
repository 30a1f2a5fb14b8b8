import type { CaseResult } from '../scripts/figures/results';
import type { RefreshCase } from './cases';
import type { Deployment } from './deployment';
import { conclude, interleave, type Observations, type Progress } from './interleave';
import { planCommand, preparePlan } from './plan';
import { summarize } from './statistics';
import type { Subject } from './subjects';

/** Terraform reads the instances of a block in no order, and a block after those that it depends on. */
const tenBlocks = Array.from({ length: 10 }, (_, index) => `b${index}`);

/** Counts the requests of each plan: ours alone, since the provider in Go makes one for each object. */
export async function runRefreshCase(
  chosen: RefreshCase,
  binary: string,
  subjects: readonly Subject[],
  rounds: number,
  say: Progress,
): Promise<CaseResult> {
  const plans: Deployment[] = [];
  try {
    for (const subject of subjects.filter(({ name }) => name === 'ours' || name === 'before'))
      plans.push(await prepare(chosen, binary, subject));
    const counts = new Map(plans.map(({ site }) => [site.subject.name, [] as number[]]));
    const contenders = plans.map(plan => ({
      subject: plan.site.subject.name,
      label: plan.site.subject.label,
      run: async () => {
        let elapsed = 0;
        const requests = await plan.site.platform?.countDuring(async () => {
          elapsed = await plan.time(...planCommand);
        });
        counts.get(plan.site.subject.name)?.push(requests ?? 0);
        return elapsed;
      },
    }));
    const samples = await interleave(contenders, rounds, say);
    const observed = new Map<string, Observations>();
    for (const [name, all] of counts)
      observed.set(name, { requests: summarize(all).median, mostRequests: Math.max(...all) });
    return conclude(chosen, contenders, samples, observed);
  } finally {
    for (const plan of plans) await plan.end();
  }
}

async function prepare(chosen: RefreshCase, binary: string, subject: Subject): Promise<Deployment> {
  const { count, account, order, latency, limit } = chosen;
  const own = { count, older: 0, between: account / count - 1 };
  const isReversed = order === 'reversed';
  const plan = await preparePlan(binary, subject, isReversed ? { ...own, blocks: tenBlocks } : own);
  if (isReversed) await plan.configure(tenBlocks.toReversed());
  await plan.site.platform?.order({ latency, limit });
  return plan;
}
