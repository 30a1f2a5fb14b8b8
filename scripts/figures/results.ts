import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';

const summary = { median: z.number(), low: z.number(), high: z.number(), runs: z.number() };

const measurement = z.object({
  subject: z.string(),
  label: z.string(),
  ...summary,
  /** Requests of one run. */
  requests: z.number().optional(),
  /** Of several runs, where `requests` is the median. */
  mostRequests: z.number().optional(),
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

/** Returns undefined if there is no report, or one in an older format. */
export function savedReport(file: string): Report | undefined {
  return existsSync(file) ? report.safeParse(JSON.parse(readFileSync(file, 'utf8'))).data : undefined;
}
