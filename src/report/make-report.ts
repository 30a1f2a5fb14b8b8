import { keysIn } from '../client/contract/catalogue';
import { shownHost } from '../risks/host';
import { Blanking } from './blanking';
import { JudgedChange } from './changes';
import { saidOf } from './diagnostics';
import { shownWaits, waitsIn } from './due/only-due';
import { gateOf } from './gates';
import { groupedBy } from './grouped';
import { acceptance, acceptedFindingsOf } from './judge/acceptance';
import { failedChecks, invocationRisks } from './judge/actions-and-checks';
import { type FoundRisk, type JudgedObject, risksIn, worstFirst } from './judge/found';
import { actionOf, type Judging } from './judge/judging';
import { literalSecrets } from './judge/literal-secrets';
import { agreedFindings, allGone, driftFindings, standing } from './judge/outside-changes';
import { OwnSecrets } from './judge/own-secrets';
import { breachesIn, policyFindingOf } from './judge/policy';
import { shownSecrets } from './judge/shown-secrets';
import { subjectsOf } from './judge/subject';
import { findingsOf, renamesIn } from './judge/types';
import { endpointMatrix, keyMatrix } from './matrices';
import type { Action, Report } from './model';
import { reportVersion } from './names';
import { changedOutputs, notesOf, otherProviders } from './notes';
import { member } from './plan/json';
import type { Plan } from './plan/plan';
import { isOurs, type PlannedObject } from './plan/planned-object';
import { sensitiveTexts } from './plan/sensitive-values';
import type { ReportOptions } from './report-options';

/** Judges a plan. The result holds no secret of the plan, and no text that could forge a line. */
export function makeReport(plan: Plan, options: ReportOptions): Report {
  const judging = judgingOf(plan, options);
  const { shown } = judging;
  const { planned, risks, breaches, changed, drifted, standings } = findingsInPlan(judging);
  const notes = notesOf(judging, standings);
  const taken = acceptance([...risks, ...breaches], notes, judging);
  const left = risks.filter(risk => !taken.accepted.has(risk));
  const broken = breaches.filter(breach => !taken.accepted.has(breach));
  const judgements = {
    risks: left,
    policy: [...broken.map(policyFindingOf), ...taken.idle],
    notes,
  };
  const waits = options.withoutRefresh === undefined ? null : waitsIn(plan, options.withoutRefresh, left);
  const objects = planned.length > 0 ? planned : plan.drift.filter(isOurs);
  return {
    report: 'cdktf-provider-svc',
    version: reportVersion,
    key: shown.text(options.key),
    context: options.context,
    plan: factsOf(judging),
    counts: countsOf(options.mode === 'drift' ? drifted.map(({ object }) => object) : planned),
    outputs: changedOutputs(plan).length,
    actions: plan.invocations.length,
    standing: standings.length,
    onlyDue: waits === null ? null : waits.length === 0,
    waits: shownWaits(waits ?? [], shown),
    ...judgements,
    gate: gateOf(judgements, options.gates ?? []),
    changes: risksFirst(changed, left).map(one => new JudgedChange(one, judging)),
    // Getters: the comment shows no matrix, so it does not pay for one.
    get keys() {
      return keyMatrix(objects, judging);
    },
    get endpoints() {
      return endpointMatrix(objects, judging);
    },
    others: otherProviders(options.mode === 'drift' ? plan.drift : plan.changes, shown),
    drift: drifted.map(one => new JudgedChange(one, judging)),
    accepted: acceptedFindingsOf(taken, shown),
    ...(options.diagnostics && saidOf(options.diagnostics, shown)),
  };
}

function judgingOf(plan: Plan, options: ReportOptions): Judging {
  const said = keysIn(JSON.stringify(options.diagnostics) ?? '');
  const shown = new Blanking([...sensitiveTexts(plan), ...said, options.ownKey ?? '']);
  return { ...options, plan, shown, subjectOf: subjectsOf(plan, shown) };
}

function findingsInPlan(judging: Judging) {
  const { plan, mode } = judging;
  const planned = plan.changes.filter(isOurs);
  const changing = mode === 'drift' ? [] : planned.filter(object => actionOf(object) !== 'none');
  const renameOf = renamesIn(changing);
  const changed = changing.map(object => ({
    object,
    findings: [...renameOf(object), ...findingsOf(object, judging)],
  }));
  const drifted = plan.drift
    .filter(object => isOurs(object) && isDrift(object))
    .map(object => {
      const agreed = mode === 'drift' ? [] : agreedFindings(object, judging);
      return { object, findings: [...driftFindings(object, judging), ...agreed] };
    });
  const standings = mode === 'drift' ? standing(judging) : [];
  const secrets = new OwnSecrets(plan);
  const risks = worstFirst([
    ...[...changed, ...drifted, ...allGone(judging), ...standings].flatMap(one => risksIn(one, judging)),
    ...literalSecrets(planned, judging),
    ...shownSecrets(judging, secrets),
    ...invocationRisks(judging),
    ...failedChecks(judging),
  ]);
  return { planned, changed, drifted, risks, breaches: breachesIn(planned, judging), standings };
}

const isDrift = (object: PlannedObject) =>
  ['update', 'delete', 'replace', 'create'].includes(actionOf(object));

const factsOf = ({ plan, mode, shown }: Judging): Report['plan'] => ({
  product: plan.product,
  terraformVersion: shown.optional(plan.terraformVersion),
  createdAt: shown.optional(plan.createdAt),
  mode,
  platforms: platformsOf(plan, shown),
});

/**
 * Returns the platforms that provider blocks name. A plan does not tell a variable from a template around it, so a host is
 * shown only of a constant.
 */
function platformsOf({ configuration }: Plan, shown: Blanking): Report['plan']['platforms'] {
  return [...configuration.providers.values()].flatMap(({ expressions, address }) => {
    const expression = member(expressions, 'base_url');
    const constant = member(expression, 'constant_value');
    // Of a function, such as `join`, a plan has an expression without any member.
    const isSet = expression !== undefined && constant !== null;
    const host = member(expression, 'references') === undefined ? shownHost(constant) : undefined;
    const provider = shown.text(address.replace(/provider\./, ''));
    return isSet ? [{ provider, host: host === undefined ? null : shown.host(host) }] : [];
  });
}

function countsOf(objects: readonly PlannedObject[]): Report['counts'] {
  const counts: Record<Action, number> = { ...no };
  for (const object of objects) counts[actionOf(object)] += 1;
  return counts;
}

const no = { create: 0, update: 0, replace: 0, delete: 0, forget: 0, import: 0, move: 0, read: 0, none: 0 };

/** Sorts the changes by their most severe risk. Changes without one keep the order of the plan, at the end. */
function risksFirst(changed: readonly JudgedObject[], risks: readonly FoundRisk[]): readonly JudgedObject[] {
  const byAddress = groupedBy(changed, ({ object }) => object.address);
  const sorted = new Set<JudgedObject>();
  for (const { address } of risks) for (const one of byAddress.get(address) ?? []) sorted.add(one);
  for (const one of changed) sorted.add(one);
  return [...sorted];
}
