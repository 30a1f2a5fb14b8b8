import { issuedKey, removedKey, replacedKey, succeedingKey } from '../../risks/api-key';
import type { Finding } from '../../risks/finding';
import { rotationFindings } from '../../risks/key-changes';
import { reachFindings } from '../../risks/reach';
import {
  changedEndpoint,
  registeredEndpoint,
  removedEndpoint,
  replacedEndpoint,
  succeededEndpoint,
  succeedingEndpoint,
} from '../../risks/webhook-endpoint';
import { isKnown, type PlannedObject } from '../plan/planned-object';
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
  const action = actionOf(object);
  const former = judging.pairs.get(object);
  const formerState = keyState(former?.before);
  if (action === 'create' && after && former && formerState)
    return succeedingKey(formerState, after, isKnownHere, former.address);
  if (action === 'create' && after) return issuedKey(after, isKnownHere);
  if (action === 'delete' && before) return removedKey(before, removal);
  if (!before || !after) return [];
  if (action === 'replace') return replacedKey(before, after, isKnownHere, removal);
  if (action !== 'update') return [];
  const { changes, mayRotate } = plannedKeyChanges(object, before, after, judging.plan.createdAt);
  return [
    ...reachFindings(before, after, isKnownHere),
    ...rotationFindings(before, changes, mayRotate, removal.cannotRevoke),
  ];
}

function endpointFindings(object: PlannedObject, judging: Judging): readonly Finding[] {
  const [before, after] = [endpointState(object.before), endpointState(object.after)];
  const cannotDelete = lacks(judging.plan, object, 'webhooks.delete');
  // A plan never holds a write-only secret, so it may be there.
  const isKnownHere = (attribute: string) => attribute !== 'secret_wo' && isKnown(object, attribute);
  const action = actionOf(object);
  const paired = judging.pairs.get(object);
  if (action === 'create' && paired)
    return succeedingEndpoint(endpointState(paired.before), after, isKnownHere, paired.address);
  if (action === 'delete' && paired) return [succeededEndpoint(paired.address)];
  if (action === 'create') return [registeredEndpoint(after, isKnownHere)];
  if (action === 'update') return changedEndpoint(before, after, isKnownHere);
  if (action === 'delete') return [removedEndpoint(cannotDelete)];
  const removal = { isForgotten: isForgotten(object), cannotDelete };
  return action === 'replace' ? replacedEndpoint(before, after, isKnownHere, removal) : [];
}
