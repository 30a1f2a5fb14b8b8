import type { CaseResult, LaunchCase, Measurement, PlanCase } from './cases';
import type { Launcher } from './launch';
import { PreparedPlan } from './prepared-plan';
import { summarize, turn } from './statistics';
import type { Subject } from './subjects';

export type Progress = (line: string) => void;

interface Contender {
  readonly subject: string;
  readonly label: string;
  /** Milliseconds of one run. */
  run(): Promise<number>;
}

/** All take turns in every round, so that a machine that slows down slows down for all. The first round is not counted. */
async function interleave(
  contenders: readonly Contender[],
  rounds: number,
  say: Progress,
): Promise<Measurement[]> {
  const samples = new Map(contenders.map(({ subject }) => [subject, [] as number[]]));
  for (let round = 0; round <= rounds; round += 1) {
    for (const { subject, run } of turn(contenders, round)) {
      const elapsed = await run();
      if (round > 0) samples.get(subject)?.push(elapsed);
    }
    say(`round ${round} of ${rounds}`);
  }
  return contenders.map(({ subject, label }) => ({
    subject,
    label,
    ...summarize(samples.get(subject) ?? []),
  }));
}

export async function runLaunchCase(
  { name, limits, extraAuthorities }: LaunchCase,
  launcher: Launcher,
  subjects: readonly Subject[],
  rounds: number,
  say: Progress,
): Promise<CaseResult> {
  const providers = subjects.flatMap(({ name: subject, label, executable }) =>
    executable === undefined
      ? []
      : [{ subject, label, run: () => launcher.handshake(executable, { extraAuthorities }) }],
  );
  // Without the extra authorities, whose loading Node pays for and a launcher can avoid.
  const floor = { subject: 'node', label: 'node -e 0', run: () => launcher.bareNode() };
  const measurements = await interleave([floor, ...providers], rounds, line => say(`${name}: ${line}`));
  return compare(name, limits, measurements, 'node');
}

/** @param plans one for each subject, with the case's count of resources */
export async function runPlanCase(
  { name, limits, latency }: PlanCase,
  plans: readonly PreparedPlan[],
  rounds: number,
  say: Progress,
): Promise<CaseResult> {
  for (const plan of plans) await plan.setLatency(latency);
  const contenders = plans.map(plan => ({
    subject: plan.subject.name,
    label: plan.subject.label,
    run: () => plan.time(),
  }));
  const timed = await interleave(contenders, rounds, line => say(`${name}: ${line}`));
  const measurements: Measurement[] = [];
  for (const [index, plan] of plans.entries()) {
    const measured = timed[index];
    // Counting and looking into /proc would disturb the clock, so each has a plan of its own.
    if (measured !== undefined) {
      measurements.push({
        ...measured,
        requests: await plan.countRequests(),
        megabytes: await plan.peakMemory(),
      });
    }
  }
  return compare(name, limits, measurements, 'terraform_data');
}

export async function preparePlans(
  binary: string,
  subjects: readonly Subject[],
  count: number,
  say: Progress,
): Promise<PreparedPlan[]> {
  const plans: PreparedPlan[] = [];
  for (const subject of subjects) {
    say(`applying ${count} of ${subject.label}`);
    plans.push(await PreparedPlan.make(binary, subject, count));
  }
  return plans;
}

function compare(
  name: string,
  limits: CaseResult['limits'],
  measurements: readonly Measurement[],
  floor: string,
): CaseResult {
  const median = (subject: string) => measurements.find(entry => entry.subject === subject)?.median;
  const ratioTo = (other: string) => {
    const [mine, theirs] = [median('ours'), median(other)];
    return mine === undefined || theirs === undefined ? undefined : mine / theirs;
  };
  return { name, limits, measurements, toFloor: ratioTo(floor), toPeer: ratioTo('go-peer') };
}
