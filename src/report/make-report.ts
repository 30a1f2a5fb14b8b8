import type { Finding } from '../risks/finding';
import { Blanking } from './blanking';
import { changeOf } from './changes';
import { groupedBy } from './grouped';
import { driftFindings } from './judge/drift';
import { findingsOf } from './judge/findings';
import { actionOf, type Judging } from './judge/judging';
import { literalSecrets } from './judge/literal-secrets';
import { pairsOf } from './judge/pairs';
import { planRisks } from './judge/plan-risks';
import { byGravity, type JudgedObject, risksOf } from './judge/risk';
import { selfRevocations } from './judge/self-revoke';
import { plannedAddressOf, subjectOf } from './judge/subject';
import { endpointMatrix, keyMatrix } from './matrices';
import type { Action, Change, Counts, Report, Risk } from './model';
import { notesOf } from './notes';
import { otherProviders } from './other-providers';
import type { Plan } from './plan/plan';
import { isOurs, type PlannedObject } from './plan/planned-object';
import { sensitiveTexts } from './plan/sensitive-values';
import { acceptance } from './policy/acceptance';
import { policyFindings } from './policy/policy-judge';
import type { ReportOptions } from './report-options';
import { reportVersion } from './version';

/** Judges a plan. The result holds no secret of the plan, and no text that could forge a line. */
export function makeReport(plan: Plan, options: ReportOptions): Report {
  const shown = new Blanking([...sensitiveTexts(plan), ...options.ownKeys]);
  const present = plan.changes.filter(({ deposed }) => deposed === undefined);
  const plannedAt = new Map(present.map(object => [object.address, object]));
  const judging: Judging = { plan, shown, pairs: pairsOf(plan), plannedAt };
  const judged = (objects: readonly PlannedObject[]): readonly JudgedObject[] =>
    objects.filter(isOurs).map(object => ({ object, subject: subjectOf(object, judging) }));
  const [planned, drifted] = [judged(plan.changes), judged(plan.drift).filter(isDrift)];
  const isDriftReport = options.mode === 'drift';
  const ofChanges = isDriftReport ? nothing : changesOf(planned, judging, options);
  const drift = judge(drifted, object => driftFindings(object, judging), judging);
  const risks = [
    ...ofChanges.risks,
    ...drift.risks,
    ...literalSecrets(planned, judging),
    ...planRisks(judging),
  ].sort(byGravity);
  const policy = policyFindings(planned, judging, options);
  const notes = [...notesOf(plan, options), ...ofChanges.notes];
  const left = acceptance({ risks, policy, notes }, judging, options);
  const objects = planned.length > 0 ? planned : judged(plan.drift);
  return {
    report: 'cdktf-provider-svc',
    version: reportVersion,
    key: shown.text(options.key),
    context: options.context,
    plan: factsOf(plan, options, shown),
    counts: countsOf(isDriftReport ? drifted : planned),
    ...left,
    changes: risksFirst(ofChanges.changes, left.risks),
    // A comment shows no matrix.
    get keys() {
      return keyMatrix(objects, judging);
    },
    get endpoints() {
      return endpointMatrix(objects, judging);
    },
    others: otherProviders(isDriftReport ? plan.drift : plan.changes, shown),
    drift: drift.changes,
    notes,
  };
}

const nothing = { changes: [], risks: [], notes: [] };

const isDrift = ({ object }: JudgedObject) =>
  ['update', 'delete', 'replace', 'create'].includes(actionOf(object));

function changesOf(planned: readonly JudgedObject[], judging: Judging, options: ReportOptions) {
  const changing = planned.filter(({ object }) => actionOf(object) !== 'none');
  const { changes, risks } = judge(changing, object => findingsOf(object, judging), judging);
  const keys = planned.filter(({ subject }) => subject.kind === 'api-key');
  const own = selfRevocations(keys, judging, options);
  return { changes, risks: [...own.risks, ...risks], notes: own.notes };
}

/** Renders the findings of each object twice: as risks, and as the words of its line among the changes. */
function judge(
  objects: readonly JudgedObject[],
  rules: (object: PlannedObject) => readonly Finding[],
  judging: Judging,
) {
  const risks: Risk[] = [];
  const changes: Change[] = [];
  for (const judged of objects) {
    const findings = rules(judged.object);
    risks.push(...risksOf(findings, judged, judging));
    changes.push(changeOf(judged, findings, judging));
  }
  return { risks, changes };
}

const factsOf = (plan: Plan, { mode }: ReportOptions, shown: Blanking): Report['plan'] => ({
  product: plan.product,
  terraformVersion: shown.optional(plan.terraformVersion),
  createdAt: shown.optional(plan.createdAt),
  mode,
});

function countsOf(objects: readonly JudgedObject[]): Counts {
  const counts: Record<Action, number> = { ...no };
  for (const { object } of objects) counts[actionOf(object)] += 1;
  return counts;
}

const no: Counts = {
  create: 0,
  update: 0,
  replace: 0,
  delete: 0,
  forget: 0,
  import: 0,
  move: 0,
  read: 0,
  none: 0,
};

/** Sorts the changes by their most severe risk. Changes without one keep the order of the plan, at the end. */
function risksFirst(changes: readonly Change[], risks: readonly Risk[]): readonly Change[] {
  const byAddress = groupedBy(changes, ({ object }) => plannedAddressOf(object));
  const withRisks = risks.flatMap(({ object }) => (object && byAddress.get(plannedAddressOf(object))) ?? []);
  return [...new Set([...withRisks, ...changes])];
}
