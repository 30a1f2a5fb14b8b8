import type { Blanking } from '../blanking';
import type { FoundRisk } from '../judge/found';
import { actionOf } from '../judge/judging';
import type { Report } from '../model';
import { changedOutputs } from '../notes';
import { isEqual, type Json, member } from '../plan/json';
import { isKnownFormat, type Plan } from '../plan/plan';
import { changedIn, type PlannedObject } from '../plan/planned-object';
import { isGrave } from '../verdict';
import { whyNotDue, whyNotFollowing } from './why-not';

/** Why a plan waits for a person: an address, or `the plan`, and own words. */
type Wait = Report['waits'][number];

const theWholePlan = 'the plan';

/**
 * Returns why more than time has made the plan; nothing if only time has. Our provider rotates nothing in a plan without a refresh, so
 * what such a plan, of the same state and configuration, does not change is due, or follows a key that is. Such a plan
 * is applied without an approval: what cannot be told waits, and so do drift and risks. Null for a plan without changes.
 *
 * @param withoutRefresh the plan that it is told by
 * @param risks what nobody has accepted
 */
export function waitsIn(
  plan: Plan,
  withoutRefresh: Plan,
  risks: readonly FoundRisk[],
): readonly Wait[] | null {
  const changed = plan.changes.filter(object => !isUntouched(object));
  if (changed.length + changedOutputs(plan).length + plan.invocations.length === 0) return null;
  const due = changed.filter(object => whyNotDue(object, plan) === undefined);
  // Drift waits of whatever severity.
  const grave = risks.filter(risk => isGrave(risk) && risk.name !== 'drift');
  return [
    ...[plan, withoutRefresh].filter(one => !isWhole(one)).map(() => wait(theWholePlan, reasons.part)),
    ...(isEqual(basisOf(plan), basisOf(withoutRefresh)) ? [] : [wait(theWholePlan, reasons.basis)]),
    ...plan.drift.filter(object => !isHarmless(object)).map(({ address }) => wait(address, reasons.drift)),
    ...grave.map(({ address, name }) => wait(address, `${reasons.risk}: ${name}`)),
    ...waitsWithoutRefresh(withoutRefresh),
    // A refresh-only plan lists no object.
    ...changed
      .filter(({ address }) => !withoutRefresh.plannedAt.has(address))
      .map(({ address }) => wait(address, reasons.unlisted)),
    ...waitsOfChanges(changed, due, plan),
    ...(due.length === 0 ? [wait(theWholePlan, reasons.none)] : []),
  ];
}

const wait = (address: string, reason: string): Wait => ({ address, reason });

const reasons = {
  part: 'it failed, leaves something out, invokes an action, or has an unknown format',
  basis: 'the one without a refresh has another configuration, or other variables',
  drift: 'it was changed outside Terraform',
  risk: 'a risk that nobody has accepted',
  standing:
    'it changes without a refresh, too: it was merged and not applied, was read anew, or each plan changes it',
  unlisted: 'the plan without a refresh does not list it',
  none: 'no key is due',
} as const;

const isWhole = ({ isErrored, isComplete, formatVersion, invocations }: Plan) =>
  !isErrored && isComplete !== false && isKnownFormat(formatVersion) && invocations.length === 0;

/** What both plans begin with. */
const basisOf = ({ json }: Plan): Json => ['configuration', 'variables'].map(part => member(json, part));

/** A rotation would issue a key with drift. The status of an endpoint is none: nothing waits for a receiver. */
const isHarmless = (object: PlannedObject) =>
  ['none', 'move'].includes(actionOf(object)) ||
  (object.type === 'svc_webhook_endpoint' && changedIn(object).every(name => name === 'status'));

/** Each plan reads the data source of a `check` block, and nothing else may refer to it. */
const isUntouched = (object: PlannedObject) =>
  object.reason === 'read_because_check_nested' ||
  (object.actions[0] === 'no-op' && actionOf(object) === 'none');

/** Each plan tries once more to revoke what the platform has refused to: that is no change of the configuration. */
const isRetry = (object: PlannedObject) =>
  object.type === 'svc_api_key' &&
  actionOf(object) === 'update' &&
  changedIn(object).every(name => name === 'unrevoked_ids');

const waitsWithoutRefresh = (withoutRefresh: Plan): readonly Wait[] =>
  [
    ...withoutRefresh.changes
      .filter(object => !isUntouched(object) && !isRetry(object))
      .map(({ address }) => address),
    ...changedOutputs(withoutRefresh).map(name => `output.${name}`),
  ].map(address => wait(address, reasons.standing));

function waitsOfChanges(
  changed: readonly PlannedObject[],
  due: readonly PlannedObject[],
  plan: Plan,
): readonly Wait[] {
  const isDue = new Set(due);
  const keys = {
    blocks: new Set(due.map(({ block }) => block)),
    addresses: due.map(({ address }) => address),
  };
  return changed
    .filter(object => !isDue.has(object))
    .flatMap(object => {
      const whyNot = whyNotFollowing(object, plan, keys);
      const reason = object.type === 'svc_api_key' ? whyNotDue(object, plan) : undefined;
      return whyNot === undefined ? [] : [wait(object.address, reason ?? whyNot)];
    });
}

const mostNamed = 100;

/** Bounded, since every object of a large plan may wait. */
export function shownWaits(waits: readonly Wait[], shown: Blanking): readonly Wait[] {
  const different = new Map(
    waits.map(({ address, reason }) => {
      const one = wait(shown.address(address), reason);
      return [`${one.address} ${reason}`, one];
    }),
  );
  const more = different.size - mostNamed;
  return [
    ...[...different.values()].slice(0, mostNamed),
    ...(more > 0 ? [wait(theWholePlan, `it has ${more} more reasons`)] : []),
  ];
}
