import type { CaseResult } from './cases';

/** A table for people: medians with their quartiles, ratios, and which limit is kept. */
export function sayResults(results: readonly CaseResult[]): string {
  return results.map(sayCase).join('\n\n');
}

function sayCase(result: CaseResult): string {
  const rows = result.measurements.map(({ label, median, low, high, runs, requests, megabytes }) =>
    [
      `  ${label.padEnd(32)}`,
      `${median.toFixed(0).padStart(6)} ms`,
      `(${low.toFixed(0)} to ${high.toFixed(0)}, ${runs} runs)`.padEnd(26),
      requests === undefined ? '' : `${requests} requests`,
      megabytes === undefined ? '' : `${megabytes.toFixed(0)} MB`,
    ].join('  '),
  );
  return [result.name, ...rows, ...verdicts(result).map(line => `  ${line}`)].join('\n');
}

/** Each limit with what was measured; nobody is failed for it, for the machine may be busy. */
export function verdicts({ limits, measurements, toFloor, toPeer }: CaseResult): readonly string[] {
  const ours = measurements.find(({ subject }) => subject === 'ours');
  return [
    verdict('of the floor', toFloor, limits.toFloor),
    verdict('of the Go peer', toPeer, limits.toPeer),
    verdict('milliseconds', limits.milliseconds && ours?.median, limits.milliseconds),
    verdict('megabytes', limits.megabytes && ours?.megabytes, limits.megabytes),
  ].filter(line => line !== undefined);
}

function verdict(what: string, measured: number | undefined, limit: number | undefined): string | undefined {
  if (measured === undefined) return undefined;
  const figure = measured < 10 ? measured.toFixed(2) : measured.toFixed(0);
  if (limit === undefined) return `${figure} ${what}`;
  return `${figure} ${what}: ${measured <= limit ? 'within' : 'OVER'} the limit of ${limit}`;
}
