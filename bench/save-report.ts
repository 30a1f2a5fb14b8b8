import { writeFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { type CaseResult, type Report, savedReport } from '../scripts/figures/results';
import { benchCases } from './cases';
import { buildBefore } from './interleave';

/**
 * Keeps earlier results of cases that this run did not measure, so that a partial run loses no others. Results of
 * another machine or other versions are not comparable, and are dropped.
 */
function combine(earlier: Report | undefined, { machine, results }: Report): Report {
  const kept =
    earlier !== undefined && isDeepStrictEqual(earlier.machine, machine)
      ? earlier.results.filter(({ name }) => results.every(fresh => fresh.name !== name))
      : [];
  const place = ({ name }: CaseResult) => benchCases.findIndex(known => known.name === name);
  const known = [...kept, ...results].filter(result => place(result) >= 0);
  return { machine, results: known.sort((one, other) => place(one) - place(other)) };
}

/** Other readers have no former build. */
const withoutBefore = ({ measurements, comparisons, ...result }: CaseResult): CaseResult => ({
  ...result,
  measurements: measurements.filter(({ subject }) => subject !== buildBefore.subject),
  comparisons: comparisons.filter(({ label }) => label !== buildBefore.label),
});

/** Returns what it has saved. */
export function saveReport(file: string, fresh: Report): Report {
  const results = fresh.results.map(withoutBefore);
  const combined = combine(savedReport(file), { ...fresh, results });
  writeFileSync(file, `${JSON.stringify(combined, undefined, 2)}\n`);
  return combined;
}
