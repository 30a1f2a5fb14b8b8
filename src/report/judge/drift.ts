import { degraded, deletedEndpoint, deletedKey, endpointDrift, keyDrift } from '../../risks/drift';
import type { Finding } from '../../risks/finding';
import { type JsonObject, member, textsIn } from '../plan/json';
import type { PlannedObject } from '../plan/planned-object';
import { actionOf } from './judging';

/** Returns what the rules say of a change outside Terraform, which the refresh of the plan has found. */
export function driftFindings(object: PlannedObject): readonly Finding[] {
  const isKey = object.type === 'svc_api_key';
  const { before, after } = object;
  if (actionOf(object) === 'delete') return [isKey ? deletedKey : deletedEndpoint];
  const attributes = changedIn(object);
  const isDegraded = attributes.includes('status') && member(after, 'status') === 'degraded';
  const drift = { attributes: attributes.filter(name => !isDegraded || name !== 'status'), isLeaving: false };
  const found = isKey
    ? keyDrift({ ...drift, before: reachIn(before), now: reachIn(after) })
    : endpointDrift({ ...drift, before: before ?? {}, now: after ?? {} });
  return isDegraded ? [...found, degraded] : found;
}

const reachIn = (values: JsonObject | undefined) => ({ scopes: textsIn(member(values, 'scopes')) });

/** Names of attributes. They come from the plan, so only words of letters are shown. */
function changedIn({ before, after }: PlannedObject): readonly string[] {
  const names = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})]);
  return [...names]
    .filter(attribute => /^[a-z_]{1,40}$/.test(attribute))
    .filter(attribute => !isEqual(member(before, attribute), member(after, attribute)));
}

const isEqual = (one: unknown, other: unknown) =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
