import type { HeldKeys } from '../../risks/held-keys';
import type { KeyChanges } from '../../risks/key-changes';
import type { Reach } from '../../risks/reach';
import type { Rotation } from '../../risks/rotation';
import type { Endpoint } from '../../risks/webhook-endpoint';
import {
  flagIn,
  isObject,
  type Json,
  type JsonObject,
  listIn,
  member,
  objectIn,
  textIn,
  textsIn,
} from '../plan/json';
import { hasMark, isKnown, type PlannedObject } from '../plan/planned-object';

/** A key as a plan has it, before or after. Unknown parts are absent. */
export interface KeyState extends HeldKeys, Reach {
  readonly name: string | undefined;
  readonly previous_expires_at: string | undefined;
  readonly tenant_id: string | undefined;
}

export function keyState(values: JsonObject | undefined): KeyState | undefined {
  if (values === undefined) return undefined;
  const text = (attribute: string) => textIn(member(values, attribute));
  const list = (attribute: string) => {
    const value = member(values, attribute);
    return Array.isArray(value) ? textsIn(value) : undefined;
  };
  return {
    id: text('id') ?? '',
    name: text('name'),
    key: text('key'),
    previous_id: text('previous_id'),
    previous_expires_at: text('previous_expires_at'),
    tenant_id: text('tenant_id'),
    unrevoked_ids: list('unrevoked_ids') ?? [],
    scopes: list('scopes'),
    unrestricted: flagIn(member(values, 'unrestricted')),
  };
}

/**
 * Returns a key as it is planned. The provider refuses a key that neither has scopes nor says that it is unrestricted. A
 * gate must not depend on that: for the platform, it is unrestricted.
 */
export function plannedState(object: PlannedObject): KeyState | undefined {
  const state = keyState(object.after);
  const isKnownWhole = isKnown(object, 'scopes') && isKnown(object, 'unrestricted');
  if (state === undefined || !isKnownWhole || (state.scopes ?? []).length > 0) return state;
  return { ...state, scopes: undefined, unrestricted: true };
}

/** Returns the rotation of a key before or after. */
export function rotationIn(values: JsonObject | undefined, unknown: Json): Rotation | undefined | 'unknown' {
  const [rotation, marks] = [member(values, 'rotation'), member(unknown, 'rotation')];
  if (marks === true) return 'unknown';
  if (!isObject(rotation)) return undefined;
  const days = (attribute: string) => {
    const value = member(rotation, attribute);
    return member(marks, attribute) === true ? 'unknown' : typeof value === 'number' ? value : undefined;
  };
  const triggers = Object.keys(objectIn(member(rotation, 'triggers')));
  return {
    afterDays: days('after_days'),
    overlapDays: days('overlap_days'),
    hasTriggers: triggers.length > 0 || hasMark(member(marks, 'triggers')),
  };
}

/**
 * Returns the keys that an update issues and revokes. The provider plans it by notes that no plan shows, so this reads
 * the result: a key that is issued has an unknown id, and the former one becomes `previous_id` if they overlap. A value that
 * is unknown may decide about a rotation: `mayRotate`.
 */
export function plannedKeyChanges(
  object: PlannedObject,
  before: KeyState,
  after: KeyState,
  createdAt: string | undefined,
): { readonly changes: KeyChanges; readonly mayRotate: boolean } {
  const isAnother = !isKnown(object, 'id');
  const isUndecided = isAnother && !isKnown(object, 'rotation');
  const isPreviousKnown = isKnown(object, 'previous_id');
  const overlaps = isPreviousKnown && after.previous_id === before.id;
  const isGone = isAnother && isPreviousKnown && !overlaps;
  const rotates = isAnother && !isUndecided && !isGone;
  const { previous_id, unrevoked_ids = [] } = before;
  const losesPrevious = isPreviousKnown && after.previous_id !== previous_id;
  const endsPrevious = previous_id !== undefined && !isUndecided && (rotates || losesPrevious);
  const changes: KeyChanges = {
    issues: isGone || rotates,
    isGone,
    overlaps: rotates && overlaps,
    endsEarly: endsPrevious && rotates && !hasEnded(before, createdAt),
    revokes: [
      ...unrevoked_ids,
      ...(endsPrevious ? [previous_id] : []),
      ...(rotates && !overlaps ? [before.id] : []),
    ],
  };
  return { changes, mayRotate: isUndecided };
}

/** True if the overlap of the previous key had ended when the plan was made. */
function hasEnded({ previous_expires_at: end }: KeyState, createdAt: string | undefined): boolean {
  return end !== undefined && createdAt !== undefined && Date.parse(end) <= Date.parse(createdAt);
}

export function endpointState(values: JsonObject | undefined): Endpoint {
  const text = (attribute: string) => textIn(member(values, attribute));
  const version = member(values, 'secret_wo_version');
  return {
    url: text('url'),
    events: textsIn(listIn(member(values, 'events'))),
    status: text('status'),
    on_degraded: text('on_degraded'),
    secret: text('secret'),
    secret_wo_version: typeof version === 'number' ? version : undefined,
  };
}
