import { knownEventTypes, knownScopes } from '../../client/contract/catalogue';
import {
  changedKey,
  importedKey,
  issuedKey,
  removedKey,
  replacedKey,
  tenantFindings,
} from '../../risks/api-key';
import type { Finding } from '../../risks/finding';
import { unknownNames } from '../../risks/unknown-names';
import { weakenedRotation } from '../../risks/weakened-rotation';
import {
  changedEndpoint,
  type Endpoint,
  importedEndpoint,
  registeredEndpoint,
  removedEndpoint,
  replacedEndpoint,
} from '../../risks/webhook-endpoint';
import { isKnown, isSensitive, type PlannedObject } from '../plan/planned-object';
import { beyondBlock } from './configured-scopes';
import { endpointIn, type Key, keyIn, plannedKey, plannedKeyChanges } from './decoded';
import { actionOf, type Judging, staysAfter } from './judging';

export function keyFindings(object: PlannedObject, judging: Judging): readonly Finding[] {
  const isKnownHere = (attribute: string) => isKnown(object, attribute);
  const former = object.before && keyIn(object.before);
  const after = plannedKey(object);
  const ofChange = keyChangeFindings(object, judging, former, after);
  if (after === undefined) return ofChange;
  return [
    ...ofChange,
    // What a change says of other attributes, however the platform carries it out.
    ...(former ? tenantFindings(former, after, isKnownHere) : []),
    ...weakenedRotation(former?.rotation, after.rotation, isKnownHere),
    ...unknownIn(object, 'scopes', { before: former?.scopes, after: after.scopes }),
  ];
}

function keyChangeFindings(
  object: PlannedObject,
  { plan }: Judging,
  former: Key | undefined,
  after: Key | undefined,
): readonly Finding[] {
  const isKnownHere = (attribute: string) => isKnown(object, attribute);
  const stays = staysAfter(plan, object, 'apiKeys.delete');
  const action = actionOf(object);
  if (action === 'create' && after) return issuedKey(after, isKnownHere);
  if ((action === 'delete' || action === 'forget') && former) return removedKey(former, stays);
  if (!former || !after) return [];
  if (action === 'replace')
    return [...replacedKey(former, after, isKnownHere, { stays }), ...beyondBlock(object, plan)];
  const imported = object.isImported ? importedKey(former) : [];
  if (action !== 'update') return imported;
  const changes = plannedKeyChanges(object, plan);
  return [
    ...imported,
    ...changedKey(former, after, isKnownHere, changes, stays),
    ...(changes.issues || changes.mayRotate ? beyondBlock(object, plan) : []),
  ];
}

const known = { scopes: knownScopes, events: knownEventTypes };

/** A suggestion would tell much of a sensitive name. */
const unknownIn = (
  object: PlannedObject,
  attribute: 'scopes' | 'events',
  names: Parameters<typeof unknownNames>[1],
): readonly Finding[] =>
  isSensitive(object, attribute) ? [] : unknownNames(attribute, names, known[attribute]);

export function endpointFindings(object: PlannedObject, judging: Judging): readonly Finding[] {
  const [before, after] = [endpointIn(object.before), endpointIn(object.after)];
  const names = { before: before.events, after: after.events };
  return registrationFindings(object, judging, before, after).concat(unknownIn(object, 'events', names));
}

function registrationFindings(
  object: PlannedObject,
  { plan }: Judging,
  before: Endpoint,
  after: Endpoint,
): readonly Finding[] {
  // A plan never holds a write-only secret, so it may be there.
  const isKnownHere = (attribute: string) => attribute !== 'secret_wo' && isKnown(object, attribute);
  const action = actionOf(object);
  const imported = object.isImported ? [importedEndpoint(before)] : [];
  if (action === 'import') return imported;
  if (action === 'update') return imported.concat(changedEndpoint(before, after, isKnownHere));
  if (action === 'create') return [registeredEndpoint(after, isKnownHere)];
  const stays = staysAfter(plan, object, 'webhooks.delete');
  if (action === 'delete' || action === 'forget') return removedEndpoint(stays);
  return action === 'replace' ? replacedEndpoint(before, after, isKnownHere, { stays }) : [];
}
