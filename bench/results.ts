import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { benchCases } from './cases';

const summary = { median: z.number(), low: z.number(), high: z.number(), runs: z.number() };

const measurement = z.object({
  subject: z.string(),
  label: z.string(),
  ...summary,
  /** Requests of one run. */
  requests: z.number().optional(),
  /** Peak resident megabytes of the provider's largest process. */
  megabytes: z.number().optional(),
  /** Processor time of the provider's processes, in seconds. */
  providerSeconds: z.number().optional(),
});

const comparison = z.object({
  label: z.string(),
  limit: z.number().optional(),
  isDemanded: z.boolean().optional(),
  ...summary,
});

const caseResult = z.object({
  name: z.string(),
  title: z.string(),
  /** ISO 8601 UTC time. */
  measured: z.string(),
  limits: z.object({ megabytes: z.number().optional() }),
  measurements: z.array(measurement),
  /** Ours divided by theirs, round by round. */
  comparisons: z.array(comparison),
});

const report = z.object({ machine: z.record(z.string(), z.string()), results: z.array(caseResult) });

/** One subject's figures in one case, in milliseconds. */
export type Measurement = z.infer<typeof measurement>;
export type Comparison = z.infer<typeof comparison>;
export type CaseResult = z.infer<typeof caseResult>;
export type Report = z.infer<typeof report>;

/**
 * Keeps earlier results of cases that this run did not measure, so that a partial run loses no others. Results of
 * another machine or other versions are not comparable, and are dropped.
 */
export function combine(earlier: Report | undefined, { machine, results }: Report): Report {
  const kept =
    earlier !== undefined && isDeepStrictEqual(earlier.machine, machine)
      ? earlier.results.filter(({ name }) => results.every(fresh => fresh.name !== name))
      : [];
  const place = ({ name }: CaseResult) => benchCases.findIndex(known => known.name === name);
  const known = [...kept, ...results].filter(result => place(result) >= 0);
  return { machine, results: known.sort((one, other) => place(one) - place(other)) };
}

/** Returns undefined if there is no report, or one in an older format. */
export function savedReport(file: string): Report | undefined {
  return existsSync(file) ? report.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined;
}

/** Returns what it has saved. */
export function saveReport(file: string, fresh: Report): Report {
  const combined = combine(savedReport(file), fresh);
  writeFileSync(file, `${JSON.stringify(combined, undefined, 2)}\n`);
  return combined;
}
