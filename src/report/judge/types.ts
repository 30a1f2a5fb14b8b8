import { timeOf } from '../../client/contract/time';
import type { resourceTypes } from '../../constructs/gen/secret-arguments';
import { judgeEndpoint, judgeKey, type PolicyFindings } from '../../constructs/policy/rules/judge';
import type { Policy } from '../../constructs/policy/rules/policy';
import * as drifts from '../../risks/drift';
import { type Finding, importedAgain } from '../../risks/finding';
import { standingEndpoint, standingKey } from '../../risks/standing';
import type { Subject } from '../model';
import { isEqual, type JsonObject, member, textIn } from '../plan/json';
import { isKnown, type PlannedObject } from '../plan/planned-object';
import { endpointIn, keyIn } from './decoded';
import { endpointFindings, keyFindings } from './findings';
import { actionOf, type Judging } from './judging';

/** What a report says of the objects of one type. */
interface ReportedType {
  readonly kind: Subject['kind'];
  /** The operation that deletes one. */
  readonly deletion: string;
  /** Of one that was deleted outside Terraform. */
  readonly deleted: Finding;
  /** What a rename without `moved` costs. */
  readonly renamed: string;
  findings(object: PlannedObject, judging: Judging): readonly Finding[];
  drift(drift: drifts.Drift<JsonObject>): readonly Finding[];
  /** What time or the platform requires of it, whatever a plan changes. */
  standing(values: JsonObject, now: number): readonly Finding[];
  /** @param issuer environment of the keys that its provider runs with: a key that is issued now belongs to it, too */
  policy(policy: Policy, object: PlannedObject, issuer: () => string | undefined): PolicyFindings;
}

/** A type without rules, such as one of a newer version of the provider. */
const withoutRules: ReportedType = {
  kind: 'other',
  deletion: '',
  deleted: drifts.deletedObject,
  renamed: '',
  findings: () => [],
  drift: drifts.otherDrift,
  standing: () => [],
  policy: () => ({ violations: [], unjudged: [] }),
};

const types: Readonly<Record<(typeof resourceTypes)[number], ReportedType>> = {
  svc_api_key: {
    kind: 'api-key',
    deletion: 'apiKeys.delete',
    deleted: drifts.deletedKey,
    renamed: 'all holders of its value stop',
    findings: keyFindings,
    drift: drifts.keyDrift,
    standing(values, now) {
      const key = keyIn(values);
      const created = timeOf(textIn(member(values, 'created_at')));
      return standingKey({ ...key, created, previousEnds: timeOf(key.previous_expires_at) }, now);
    },
    policy(policy, object, issuer) {
      const key = keyIn(object.after ?? {});
      const environment = key.environment ?? issuer();
      return judgeKey(policy, { ...key, environment }, path => isKnown(object, path));
    },
  },
  svc_webhook_endpoint: {
    kind: 'webhook-endpoint',
    deletion: 'webhooks.delete',
    deleted: drifts.deletedEndpoint,
    renamed: 'its receiver loses the events of the time between',
    findings: endpointFindings,
    drift: drifts.endpointDrift,
    standing: values => standingEndpoint(endpointIn(values)),
    policy: (policy, object) =>
      judgeEndpoint(policy, endpointIn(object.after), path => isKnown(object, path)),
  },
};

const byName: ReadonlyMap<string, ReportedType> = new Map(Object.entries(types));

export const typeOf = ({ type }: Pick<PlannedObject, 'type'>): ReportedType =>
  byName.get(type) ?? withoutRules;

export const kindOf = (object: PlannedObject): Subject['kind'] =>
  object.isData ? 'data-source' : typeOf(object).kind;

/** Returns what the rules say of an object. */
export function findingsOf(object: PlannedObject, judging: Judging): readonly Finding[] {
  if (object.isData) return [];
  const next = actionOf(object) === 'forget' ? importOf(object, judging) : undefined;
  if (next !== undefined) return [importedAgain(next.address)];
  return typeOf(object).findings(object, judging);
}

/** Returns the object of this plan that imports the same object. Two platforms may have equal ids. */
function importOf({ type, before }: PlannedObject, { plan }: Judging): PlannedObject | undefined {
  const isSame = (other: PlannedObject) =>
    ['id', 'created_at'].every(name => isEqual(member(other.before, name), member(before, name)));
  return plan.changes.find(other => other.isImported && other.type === type && isSame(other));
}

/** The attributes that equal endpoints, or equal keys, share. */
const identity = ['url', 'events', 'name', 'tenant_id', 'scopes'];

/**
 * Returns what a report says of an object that the plan deletes while it creates an equal one: a block was renamed without `moved`.
 * One pass over the changes: a plan may have thousands.
 */
export function renamesIn(changes: readonly PlannedObject[]): (object: PlannedObject) => readonly Finding[] {
  const created = new Map(changes.map(one => [lookIf('create', one, one.after), one.address]));
  return object => {
    const look = object.deposed === undefined ? lookIf('delete', object, object.before) : undefined;
    const next = look && created.get(look);
    if (next === undefined) return [];
    const keepsIt = `: a \`moved\` block keeps it, and without one ${typeOf(object).renamed}`;
    return [{ words: ['looks like a rename to ', { attribute: 'address', values: [next] }, keepsIt] }];
  };
}

function lookIf(action: string, object: PlannedObject, values: PlannedObject['before']): string | undefined {
  const isJudged = actionOf(object) === action && typeOf(object) !== withoutRules;
  if (!isJudged || !identity.every(name => isKnown(object, name))) return undefined;
  return JSON.stringify([object.type, ...identity.map(name => member(values, name))]);
}
