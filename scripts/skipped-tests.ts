import { groupedBy } from '../src/report/grouped';

const mostLines = 10;

/**
 * At most ten lines: how many tests a run has skipped for which reason. A reason names the command that runs its tests, if
 * there is one.
 */
export function skippedLines(reasons: readonly string[]): readonly string[] {
  if (reasons.length === 0) return [];
  const groups = [...groupedBy(reasons, reason => reason)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const line = (count: number, reason: string) => `${String(count).padStart(7)}  ${reason}`;
  const shown = groups.slice(0, groups.length < mostLines ? groups.length : mostLines - 2);
  const others = groups.slice(shown.length).flatMap(([, same]) => same).length;
  return [
    'Skipped tests:',
    ...shown.map(([reason, same]) => line(same.length, reason)),
    ...(others > 0 ? [line(others, 'for other reasons, which vitest shows with --reporter=verbose')] : []),
  ];
}
