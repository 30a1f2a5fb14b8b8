import { issuedKey, liveKey, removedKey, replacedKey } from '../../risks/api-key';
import type { Finding } from '../../risks/finding';
import { rotationFindings } from '../../risks/key-changes';
import { reachFindings } from '../../risks/reach';
import {
  changedEndpoint,
  registeredEndpoint,
  removedEndpoint,
  replacedEndpoint,
} from '../../risks/webhook-endpoint';
import { isKnown, type PlannedObject } from '../plan/planned-object';
import { isIssuedLive } from './environment';
import { actionOf, isForgotten, type Judging, lacks } from './judging';
import { endpointState, keyState, plannedKeyChanges, plannedState } from './states';

/** Returns what the rules say of an object. */
export function findingsOf(object: PlannedObject, judging: Judging): readonly Finding[] {
  if (object.isData) return [];
  if (object.type === 'svc_api_key') return keyFindings(object, judging);
  return object.type === 'svc_webhook_endpoint' ? endpointFindings(object, judging) : [];
}

function keyFindings(object: PlannedObject, judging: Judging): readonly Finding[] {
  const [before, after] = [keyState(object.before), plannedState(object)];
  const isKnownHere = (attribute: string) => isKnown(object, attribute);
  const removal = {
    isForgotten: isForgotten(object),
    cannotRevoke: lacks(judging.plan, object, 'apiKeys.delete'),
  };
  const live = isIssuedLive(object, judging) ? [liveKey] : [];
  const action = actionOf(object);
  if (action === 'create' && after) return [...issuedKey(after, isKnownHere), ...live];
  if (action === 'delete' && before) return removedKey(before, removal);
  if (!before || !after) return [];
  if (action === 'replace') return [...replacedKey(before, after, isKnownHere, removal), ...live];
  if (action !== 'update') return [];
  const { changes, mayRotate } = plannedKeyChanges(object, before, after, judging.plan.createdAt);
  return [
    ...reachFindings(before, after, isKnownHere),
    ...rotationFindings(before, changes, mayRotate, removal.cannotRevoke),
    ...(changes.issues || mayRotate ? live : []),
  ];
}

function endpointFindings(object: PlannedObject, judging: Judging): readonly Finding[] {
  const [before, after] = [endpointState(object.before), endpointState(object.after)];
  const cannotDelete = lacks(judging.plan, object, 'webhooks.delete');
  // A plan never holds a write-only secret, so it may be there.
  const isKnownHere = (attribute: string) => attribute !== 'secret_wo' && isKnown(object, attribute);
  const action = actionOf(object);
  if (action === 'create') return [registeredEndpoint(after, isKnownHere)];
  if (action === 'update') return changedEndpoint(before, after, isKnownHere);
  if (action === 'delete') return [removedEndpoint(cannotDelete)];
  const removal = { isForgotten: isForgotten(object), cannotDelete };
  return action === 'replace' ? replacedEndpoint(before, after, isKnownHere, removal) : [];
}
