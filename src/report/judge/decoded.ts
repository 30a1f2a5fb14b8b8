import type { KeyChanges } from '../../risks/key-values';
import type { Rotation } from '../../risks/weakened-rotation';
import type { Endpoint } from '../../risks/webhook-endpoint';
import {
  flagIn,
  isObject,
  type Json,
  type JsonObject,
  member,
  numberIn,
  textIn,
  textsIn,
} from '../plan/json';
import type { Plan } from '../plan/plan';
import { isKnown, type PlannedObject } from '../plan/planned-object';

/** A key before or after its change. A value that is absent after it may be unknown: `isKnown` tells. */
export type Key = ReturnType<typeof keyIn>;

export function keyIn(values: JsonObject) {
  const text = (attribute: string) => textIn(member(values, attribute));
  return {
    id: text('id') ?? '',
    name: text('name'),
    previous_id: text('previous_id'),
    previous_expires_at: text('previous_expires_at'),
    unrevoked_ids: namesIn(values, 'unrevoked_ids'),
    tenant_id: text('tenant_id'),
    environment: text('environment'),
    scopes: namesIn(values, 'scopes'),
    unrestricted: flagIn(member(values, 'unrestricted')),
    rotation: rotationIn(member(values, 'rotation')),
  };
}

function rotationIn(value: Json): Rotation | undefined {
  if (!isObject(value)) return undefined;
  const triggers = member(value, 'triggers');
  return {
    after_days: numberIn(member(value, 'after_days')),
    overlap_days: numberIn(member(value, 'overlap_days')),
    triggers: isObject(triggers) ? triggers : undefined,
  };
}

function namesIn(values: Json, attribute: string): readonly string[] | undefined {
  const names = member(values, attribute);
  return Array.isArray(names) ? textsIn(names) : undefined;
}

/**
 * Returns a key as it is planned. The provider refuses a key that neither has scopes nor says that it is unrestricted. A
 * gate must not depend on that: for the platform, it is unrestricted.
 */
export function plannedKey(object: PlannedObject): Key | undefined {
  if (object.after === undefined) return undefined;
  const key = keyIn(object.after);
  const isKnownWhole = isKnown(object, 'scopes') && isKnown(object, 'unrestricted');
  return isKnownWhole && !key.scopes?.length ? { ...key, scopes: undefined, unrestricted: true } : key;
}

export function endpointIn(values: Json): Endpoint {
  const text = (attribute: string) => textIn(member(values, attribute));
  return {
    url: text('url'),
    events: namesIn(values, 'events'),
    status: text('status'),
    on_degraded: text('on_degraded'),
    secret: text('secret'),
    secret_wo_version: numberIn(member(values, 'secret_wo_version')),
  };
}

/**
 * Returns the keys that an update issues and revokes. The provider plans it by notes that no plan shows, so this reads
 * the result: a key that is issued has an unknown id, and the former one becomes `previous_id` if they overlap. A value that
 * is unknown may decide about a rotation: `mayRotate`.
 */
export function plannedKeyChanges(object: PlannedObject, { createdAt }: Pick<Plan, 'createdAt'>): KeyChanges {
  const [before, after] = [keyIn(object.before ?? {}), keyIn(object.after ?? {})];
  const isAnother = !isKnown(object, 'id');
  const isUndecided = isAnother && !isKnown(object, 'rotation');
  const isPreviousKnown = isKnown(object, 'previous_id');
  const overlaps = isPreviousKnown && after.previous_id === before.id;
  const isGone = isAnother && isPreviousKnown && !overlaps;
  const rotates = isAnother && !isUndecided && !isGone;
  const { previous_id, unrevoked_ids = [] } = before;
  const losesPrevious = isPreviousKnown && after.previous_id !== previous_id;
  const endsPrevious = previous_id !== undefined && !isUndecided && (rotates || losesPrevious);
  return {
    issues: isGone || rotates,
    isGone,
    overlaps: rotates && overlaps,
    endsEarly: endsPrevious && rotates && !hasEnded(before, createdAt),
    revokes: [
      ...unrevoked_ids,
      ...(endsPrevious ? [previous_id] : []),
      ...(rotates && !overlaps ? [before.id] : []),
    ],
    mayRotate: isUndecided,
    overlapDays: isUndecided ? after.rotation?.overlap_days : undefined,
  };
}

/** True if the overlap of the previous key had ended when the plan was made. */
function hasEnded({ previous_expires_at: end }: Key, createdAt: string | undefined): boolean {
  return end !== undefined && createdAt !== undefined && Date.parse(end) <= Date.parse(createdAt);
}
