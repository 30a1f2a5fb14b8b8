import type { CaseResult, Comparison, Measurement, Report } from '../scripts/figures/results';

/** Formats the results as a table: medians with quartiles, ratios, and limits. */
export function sayResults({ machine, results }: Report): string {
  return results.map(result => sayCase(result, machine['processor'])).join('\n\n');
}

/** Returns the cases with a ratio over a limit that is demanded. */
export function failures(results: readonly CaseResult[]): readonly string[] {
  const isOver = ({ isDemanded, median, limit }: Comparison) =>
    isDemanded && limit !== undefined && median > limit;
  return results.filter(({ comparisons }) => comparisons.some(isOver)).map(({ name }) => name);
}

function sayCase(result: CaseResult, processor: string | undefined): string {
  const rows = [...result.measurements.map(sayMeasurement), ...verdicts(result)];
  return [`${result.name}, on ${processor}`, ...rows.map(row => `  ${row.trimEnd()}`)].join('\n');
}

function sayMeasurement(measured: Measurement): string {
  const { label, median, low, high, runs, requests, mostRequests, megabytes, providerSeconds } = measured;
  return [
    label.padEnd(30),
    `${median.toFixed(0).padStart(6)} ms`,
    `(${low.toFixed(0)} to ${high.toFixed(0)}, ${runs} runs)`.padEnd(26),
    requests === undefined ? '' : `${requests} requests`,
    mostRequests === undefined ? '' : `(${mostRequests} at most)`,
    megabytes === undefined ? '' : `${megabytes.toFixed(0)} MB`,
    providerSeconds === undefined ? '' : `processor: ${providerSeconds.toFixed(1)} s`,
  ].join('  ');
}

/** Lists each limit with its measurement. */
export function verdicts({ limits, measurements, comparisons }: CaseResult): readonly string[] {
  const ours = measurements.find(({ subject }) => subject === 'ours');
  return [...comparisons.map(sayComparison), ...sayMemory(ours?.megabytes, limits.megabytes)];
}

function sayComparison({ label, limit, median, low, high }: Comparison): string {
  const measured = `${figure(median)} x ${label} (${figure(low)} to ${figure(high)})`;
  return limit === undefined ? measured : `${measured}: ${judged(median, limit)}`;
}

function sayMemory(megabytes: number | undefined, limit: number | undefined): string[] {
  if (megabytes === undefined || limit === undefined) return [];
  return [`${figure(megabytes)} MB: ${judged(megabytes, limit)}`];
}

const judged = (measured: number, limit: number) =>
  `${measured <= limit ? 'within' : 'OVER'} the limit of ${limit}`;

const figure = (value: number) => (value < 10 ? value.toFixed(2) : value.toFixed(0));
