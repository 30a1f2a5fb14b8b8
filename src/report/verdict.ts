import { plural } from '../words/plural';
import { stoppedBy } from './gates';
import { groupedBy } from './grouped';
import type { AcceptedFinding, Note, Report, Risk } from './model';
import { actions, verbs } from './names';

/** What a reviewer reads first: how bad it is, then what the plan does. */
export interface Verdict {
  /** The most severe risks, `none` without any, `accepted` if somebody accepts them all, `failed` for a part of a plan. */
  readonly gravity: Risk['severity'] | 'none' | 'accepted' | 'failed';
  /** Such as `2 high, 1 medium`. Own words alone. */
  readonly risks: string;
  /** Such as `4 to create, 1 to revoke`. Own words alone. */
  readonly work: string;
}

export function verdictOf(report: Report): Verdict {
  const { risks, policy, accepted, notes } = report;
  const isFailed = notes.some(({ name }) => name === 'errored');
  const broken = policy.filter(({ level }) => level === 'error').length;
  const grades = graded(accepted);
  const found = [
    isFailed ? 'Planning failed' : '',
    graded(risks),
    broken === 0 ? '' : plural(broken, 'policy error'),
    accepted.length === 0 ? '' : `${accepted.length} accepted${grades && ` (${grades})`}`,
  ].filter(text => text !== '');
  const withoutRisk = accepted.length > 0 ? 'accepted' : 'none';
  return {
    gravity: isFailed ? 'failed' : (risks[0]?.severity ?? (broken > 0 ? 'high' : withoutRisk)),
    risks: found.join(', ') || 'No risk found',
    work: workOf(report),
  };
}

/** Such as `2 high, 1 medium`. A finding of a policy has no severity. */
const graded = (found: readonly Pick<AcceptedFinding, 'severity'>[]): string =>
  [...groupedBy(found, ({ severity }) => severity)]
    .flatMap(([severity, { length }]) => (severity === null ? [] : `${length} ${severity}`))
    .join(', ');

/** What the gates of `--fail-on` say; undefined without a gate. Own words alone. */
export function gateLine({ gate }: Pick<Report, 'gate'>): string | undefined {
  if (gate === null) return undefined;
  if (gate.stopped.length > 0) return `Stopped by: ${stoppedBy(gate)}`;
  return gate.isJudged ? 'No gate stopped it' : 'The gates cannot judge all of it';
}

/** What a good title does not tell: a line below it. Own words alone. */
export function comparedLine({ plan, risks }: Pick<Report, 'plan' | 'risks'>): string | undefined {
  if (plan.mode === 'drift') return driftCompares;
  return risks.length === 0 ? planLeavesOut : undefined;
}

const driftCompares =
  'Compared: the platform with what the last apply stored. What was merged since and not applied is not seen.';
const planLeavesOut =
  'A plan does not compare the settings of providers, lifecycle, provisioners of what exists, write-only values and the ' +
  'files of the pipeline: read the diff.';

/** Such a note stands below the risks. */
export const isAside = ({ name }: Note): boolean => name === 'other-resources' || name === 'outputs';

/** At most this many grave findings of one kind stand unfolded. */
export const mostOpen = 10;

export const isGrave = ({ severity }: Pick<Risk, 'severity'>): boolean =>
  severity === 'critical' || severity === 'high';

/** What stands in place of a value that is not shown. */
export const unshown = {
  sensitive: '(sensitive)',
  unknown: '(known after apply)',
  absent: '(absent)',
} as const;

function workOf(report: Report): string {
  const { plan, counts, drift, others, outputs, actions: invoked } = report;
  if (plan.mode === 'drift') {
    const found =
      drift.length === 0 ? 'no drift' : `${plural(drift.length, 'object')} changed outside Terraform`;
    return `${found}, ${plural(report.standing, 'object')} in the state`;
  }
  // A deleted key is revoked, unless the platform cannot revoke keys.
  const revokedAt = addressesWith(report, 'key-revoked');
  const deleted = report.changes.filter(change => change.action === 'delete');
  const revoked = deleted.filter(({ object }) => revokedAt.has(object.address)).length;
  const numbers = { ...counts, delete: counts.delete - revoked, read: 0, none: 0 };
  const elsewhere = others.reduce((sum, { changing }) => sum + changing, 0);
  const words = [
    ...actions.flatMap(action => (numbers[action] > 0 ? [`${numbers[action]} to ${verbs[action]}`] : [])),
    ...(revoked > 0 ? [`${revoked} to revoke`] : []),
    ...(outputs > 0 ? [`${plural(outputs, 'output')} ${outputs === 1 ? 'changes' : 'change'}`] : []),
    ...(invoked > 0 ? [`${plural(invoked, 'action')} to invoke`] : []),
    ...(elsewhere > 0 ? [`${plural(elsewhere, 'resource')} of other providers`] : []),
  ];
  return words.length === 0 ? 'no changes' : words.join(', ');
}

/** Addresses of the objects that have a risk, accepted or not. The object of another risk is not read, since that takes time. */
export function addressesWith({ risks, accepted }: Report, risk: Risk['name']): ReadonlySet<string> {
  const open = risks.filter(({ name }) => name === risk);
  const taken = accepted.filter(({ rule }) => rule === risk);
  return new Set([...open, ...taken].flatMap(({ object }) => object?.address ?? []));
}
