import { timeOf } from '../../client/contract/time';
import { degraded, everyObjectGone, type Fate } from '../../risks/drift';
import type { Finding } from '../../risks/finding';
import { fateOfFormer, fateOfKey } from '../../risks/key-values';
import { deposedObject } from '../../risks/standing';
import { isEqual, member, textIn } from '../plan/json';
import { changedIn, isOurs, type PlannedObject } from '../plan/planned-object';
import { keyIn, plannedKeyChanges } from './decoded';
import type { JudgedObject } from './found';
import { actionOf, type Judging, staysAfter } from './judging';
import { findingsOf, typeOf } from './types';

/** Returns what the rules say of a change outside Terraform, which the refresh of the plan has found. */
export function driftFindings(object: PlannedObject, judging: Judging): readonly Finding[] {
  const { before, after } = object;
  const { deleted, drift } = typeOf(object);
  if (actionOf(object) === 'delete') return [deleted];
  const attributes = shownChanges(object);
  // A status that requires something is told in its own words, and not as drift: a report of drift has these words anyway.
  const told = attributes.includes('status') ? typeOf(object).standing(after ?? {}, Number.NaN) : [];
  const ofStatus = member(after, 'status') === 'degraded' ? [degraded] : told;
  const fateOf = (attribute: string) => fateIn(judging, object, attribute);
  const others = attributes.filter(name => told.length === 0 || name !== 'status');
  const found = drift({ attributes: others, fateOf, before: before ?? {}, now: after ?? {} });
  return told.length > 0 && judging.mode === 'changes' ? [...found, ...ofStatus] : found;
}

/** Returns what the rules say of each object that is gone if the platform knows no other one of the state. */
export function allGone({ plan, mode }: Judging): readonly JudgedObject[] {
  const isManaged = (object: PlannedObject) => isOurs(object) && !object.isData;
  const isLeft = (object: PlannedObject) => isManaged(object) && object.before && !object.isImported;
  if (mode === 'drift' || [...plan.changes, ...plan.prior].some(isLeft)) return [];
  const gone = plan.drift.filter(object => isManaged(object) && actionOf(object) === 'delete');
  return gone.map(object => ({ object, findings: [everyObjectGone] }));
}

/** Returns what time or the platform requires of the objects in the state, since a change is told by one refresh only. */
export function standing({ plan }: Judging): readonly JudgedObject[] {
  const now = timeOf(plan.createdAt);
  return [...plan.prior, ...plan.plannedAt.values()]
    .filter(object => isOurs(object) && !object.isData && object.before)
    .map(object => ({ object, findings: standingOf(object, now) }));
}

function standingOf(object: PlannedObject, now: number): readonly Finding[] {
  const { before = {}, deposed } = object;
  return deposed === undefined
    ? typeOf(object).standing(before, now)
    : [deposedObject(textIn(member(before, 'id')) ?? deposed)];
}

/**
 * Returns the risks of a change outside Terraform that the plan leaves as it is, most often since somebody has changed the
 * configuration, too: no later plan shows it.
 */
export function agreedFindings(object: PlannedObject, judging: Judging): readonly Finding[] {
  if (actionOf(object) !== 'update' || judging.plan.plannedAt.get(object.address)?.after === undefined)
    return [];
  const agreed = shownChanges(object).filter(name => fateIn(judging, object, name) === 'kept');
  const values = agreed.map(name => [name, member(object.after, name)] as const);
  const after = { ...object.before, ...Object.fromEntries(values) };
  return findingsOf({ ...object, after, unknown: {} }, judging)
    .filter(({ risk }) => risk !== undefined)
    .map(finding => ({ ...finding, detail: `${left} ${finding.detail ?? ''}`.trim() }));
}

const left = 'It was changed on the platform, and applying this plan leaves it so.';

function fateIn({ plan }: Judging, { address, after }: PlannedObject, attribute: string): Fate {
  const planned = plan.plannedAt.get(address);
  const action = planned === undefined ? 'none' : actionOf(planned);
  if (planned === undefined || !['update', 'replace', 'delete'].includes(action)) return 'kept';
  const stays = staysAfter(plan, planned, typeOf(planned).deletion);
  if (action === 'delete' || (action === 'replace' && stays !== false)) return fateOfFormer(stays);
  if (isEqual(member(planned.after, attribute), member(after, attribute))) return 'kept';
  if (action !== 'update' || planned.before === undefined || planned.after === undefined) return 'restored';
  return fateOfKey(keyIn(planned.before).id, plannedKeyChanges(planned, plan), stays);
}

/** Only names of lower-case letters and underscores: they come from the plan and are shown. */
const shownChanges = (object: PlannedObject): readonly string[] =>
  changedIn(object).filter(attribute => /^[a-z_]{1,40}$/.test(attribute));
