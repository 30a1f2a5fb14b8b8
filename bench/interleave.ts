import type { CaseResult, Measurement } from '../scripts/figures/results';
import type { Measured, Yardstick } from './cases';
import { compareRounds, rotate, summarize } from './statistics';

export interface Contender {
  readonly subject: string;
  readonly label: string;
  /** Milliseconds of one run. */
  run(): Promise<number>;
}

/** Prints one line about the progress. */
export type Progress = (line: string) => void;

/** Measurements of a subject other than time. */
export type Observations = Partial<
  Pick<Measurement, 'requests' | 'mostRequests' | 'megabytes' | 'providerSeconds'>
>;

/** Milliseconds of each counted round, by subject. */
export type Samples = ReadonlyMap<string, readonly number[]>;

/** Runs all subjects in every round, so that a slow phase of the machine affects all of them. The first is not counted. */
export async function interleave(
  contenders: readonly Contender[],
  count: number,
  say: Progress,
): Promise<Samples> {
  const samples = new Map(contenders.map(({ subject }) => [subject, [] as number[]]));
  for (let round = 0; round <= count; round += 1) {
    for (const { subject, run } of rotate(contenders, round)) {
      const elapsed = await run();
      if (round > 0) samples.get(subject)?.push(elapsed);
    }
    say(`round ${round} of ${count}`);
  }
  return samples;
}

export const buildBefore: Yardstick = { subject: 'before', label: 'the build before' };

/** Computes the results of a case, with ours divided by each yardstick that took part. */
export function conclude(
  { name, title, limits = {}, yardsticks }: Measured,
  contenders: readonly Contender[],
  samples: Samples,
  observed: ReadonlyMap<string, Observations> = new Map(),
): CaseResult {
  const ours = samples.get('ours') ?? [];
  return {
    name,
    title,
    measured: new Date().toISOString(),
    limits,
    measurements: contenders.map(({ subject, label }) => ({
      subject,
      label,
      ...summarize(samples.get(subject) ?? []),
      ...observed.get(subject),
    })),
    comparisons: [...yardsticks, buildBefore].flatMap(({ subject, waiting, ...yardstick }) => {
      const theirs = samples.get(subject);
      return theirs === undefined ? [] : [{ ...yardstick, ...compareRounds(ours, theirs, waiting) }];
    }),
  };
}
