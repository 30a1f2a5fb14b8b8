import type { CaseResult, Comparison, Measurement } from './results';

/** Formats the results as a table: medians with quartiles, ratios, and limits. */
export function sayResults(results: readonly CaseResult[]): string {
  return [...results.map(sayCase), ...sayGrowth(results)].join('\n\n');
}

function sayCase(result: CaseResult): string {
  const rows = [...result.measurements.map(sayMeasurement), ...verdicts(result)];
  return [result.name, ...rows.map(row => `  ${row.trimEnd()}`)].join('\n');
}

function sayMeasurement(measured: Measurement): string {
  const { label, median, low, high, runs, requests, megabytes } = measured;
  return [
    label.padEnd(30),
    `${median.toFixed(0).padStart(6)} ms`,
    `(${low.toFixed(0)} to ${high.toFixed(0)}, ${runs} runs)`.padEnd(26),
    requests === undefined ? '' : `${requests} requests`,
    megabytes === undefined ? '' : `${megabytes.toFixed(0)} MB`,
    sayProcessor(measured),
  ].join('  ');
}

function sayProcessor({ terraformSeconds, providerSeconds, platformSeconds }: Measurement): string {
  const shares = [
    ['Terraform', terraformSeconds],
    ['provider', providerSeconds],
    ['sandbox', platformSeconds],
  ] as const;
  const said = shares.flatMap(([who, used]) => (used === undefined ? [] : [`${who} ${used.toFixed(1)} s`]));
  return said.length === 0 ? '' : `processor: ${said.join(', ')}`;
}

/** Lists each limit with its measurement. A limit is no failure: the machine may be busy. */
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

/** Shows growth of all subjects: Terraform's own time grows faster than the count. */
function sayGrowth(results: readonly CaseResult[]): string[] {
  const [small, large] = ['plan of 1,000', 'plan of 10,000'].map(wanted =>
    results.find(({ name }) => name === wanted),
  );
  if (small === undefined || large === undefined) return [];
  const rows = large.measurements.flatMap(measured => {
    const before = small.measurements.find(({ subject }) => subject === measured.subject);
    return before === undefined ? [] : [`  ${measured.label.padEnd(30)}  ${growth(before, measured)}`];
  });
  return [['from 1,000 to 10,000', ...rows].join('\n')];
}

function growth(small: Measurement, large: Measurement): string {
  const times = (one: number | undefined, ten: number | undefined, what: string) =>
    one === undefined || ten === undefined ? [] : [`${(ten / one).toFixed(1)} x ${what}`];
  return [
    ...times(small.median, large.median, 'the time'),
    ...times(small.requests, large.requests, 'the requests'),
    ...times(small.providerSeconds, large.providerSeconds, "the provider's processor time"),
    ...times(small.megabytes, large.megabytes, 'the memory'),
  ].join(', ');
}
