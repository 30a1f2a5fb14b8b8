import { type Gate, gateNames } from '../risks/names';
import type { Report } from './model';

type Judged = Pick<Report, 'risks' | 'policy' | 'notes'>;

/** Returns what the gates of `--fail-on` say of a report; null without a gate. */
export function gateOf(report: Judged, given: readonly Gate[]): Report['gate'] {
  if (given.length === 0) return null;
  const names = gateNames.filter(name => given.includes(name));
  const counts = names.map(name => ({ name, count: countOf(report, name) }));
  const isJudged = !report.notes.some(({ name }) => name === 'errored' || isBlind(name, names));
  return { names, stopped: counts.filter(({ count }) => count > 0), isJudged };
}

/** True if a report with this note may lack what a gate looks for. */
export function isBlind(note: string, names: readonly Gate[]): boolean {
  if (note === 'incomplete') return names.includes('policy');
  return (
    names.length > 0 && ['not-refresh-only', 'empty-state', 'unknown-action', 'unknown-format'].includes(note)
  );
}

function countOf({ risks, policy }: Judged, name: Gate): number {
  if (name === 'policy') return policy.filter(({ level }) => level === 'error').length;
  return risks.filter(risk => risk.name === name).length;
}

/** Such as `policy (4), host-changed (4)`. */
export const stoppedBy = ({ stopped }: NonNullable<Report['gate']>): string =>
  stopped.map(({ name, count }) => `${name} (${count})`).join(', ');
