import { knownEventTypes, knownScopes } from '../../client/contract/catalogue';
import {
  importedKey,
  issuedKey,
  removedKey,
  renamedKey,
  replacedKey,
  succeedingKey,
  tenantFindings,
} from '../../risks/api-key';
import type { Finding } from '../../risks/finding';
import { rotationFindings } from '../../risks/key-changes';
import { reachFindings, reachOfNextValue } from '../../risks/reach';
import { weakenedRotation } from '../../risks/rotation';
import { unknownNames } from '../../risks/unknown-names';
import {
  changedEndpoint,
  type Endpoint,
  importedEndpoint,
  registeredEndpoint,
  removedEndpoint,
  replacedEndpoint,
  succeededEndpoint,
  succeedingEndpoint,
} from '../../risks/webhook-endpoint';
import { isKnown, isSensitive, type PlannedObject } from '../plan/planned-object';
import { actionOf, isForgotten, type Judging, lacks, mayLack } from './judging';
import { endpointState, keyState, plannedKeyChanges, plannedState, rotationIn } from './states';

/** What a policy judges, and no reviewer sees before the apply. */
export function hiddenIn(object: PlannedObject): readonly Finding[] {
  const hidden = judgedAttributes.filter(attribute => !isKnown(object, attribute));
  return hidden.length === 0 ? [] : [{ words: [`known after apply: ${hidden.join(', ')}`] }];
}

const judgedAttributes = ['tenant_id', 'scopes', 'unrestricted', 'rotation', 'url', 'events'];

export const keyFindings = (object: PlannedObject, judging: Judging): readonly Finding[] => [
  ...keyChangeFindings(object, judging),
  ...keyAttributeFindings(object, judging),
];

function keyChangeFindings(object: PlannedObject, judging: Judging): readonly Finding[] {
  const [before, after] = [keyState(object.before), plannedState(object)];
  const isKnownHere = (attribute: string) => isKnown(object, attribute);
  const cannotRevoke = lacks(judging.plan, object, 'apiKeys.delete');
  const removal = {
    stays: cannotRevoke || isForgotten(object),
    mayStay: mayLack(judging.plan, object, 'apiKeys.delete'),
  };
  const action = actionOf(object);
  const former = judging.pairs.get(object);
  const formerState = keyState(former?.before);
  if (action === 'create' && after && former && formerState)
    return succeedingKey(formerState, after, isKnownHere, former.address);
  if (action === 'create' && after) return issuedKey(after, isKnownHere);
  if ((action === 'delete' || action === 'forget') && before) return removedKey(before, removal);
  if (!before || !after) return [];
  if (action === 'replace') return replacedKey(before, after, isKnownHere, removal);
  const imported = object.isImported ? importedKey(before) : [];
  if (action !== 'update') return imported;
  const { changes, mayRotate } = plannedKeyChanges(object, before, after, judging.plan.createdAt);
  const reach = reachFindings(before, after, isKnownHere);
  return [
    ...imported,
    ...renamedKey(before, after, isKnownHere, changes.issues),
    ...(changes.issues ? reachOfNextValue(reach) : reach),
    ...rotationFindings(before, changes, mayRotate, cannotRevoke),
  ];
}

/** What a change of a key says of its other attributes, however the platform carries it out. */
function keyAttributeFindings(object: PlannedObject, { pairs }: Judging): readonly Finding[] {
  const formerValues = object.before ?? pairs.get(object)?.before;
  const [former, after] = [keyState(formerValues), plannedState(object)];
  if (after === undefined) return [];
  const rotation = rotationIn(formerValues, undefined);
  return [
    ...(former ? tenantFindings(former, after, attribute => isKnown(object, attribute)) : []),
    ...(rotation === 'unknown' ? [] : weakenedRotation(rotation, rotationIn(object.after, object.unknown))),
    ...unknownIn(object, 'scopes', { before: former?.scopes, after: after.scopes }),
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
  const [before, after] = [endpointState(object.before), endpointState(object.after)];
  const names = { before: before.events, after: after.events };
  return registrationFindings(object, judging, before, after).concat(unknownIn(object, 'events', names));
}

function registrationFindings(
  object: PlannedObject,
  { plan, pairs }: Judging,
  before: Endpoint,
  after: Endpoint,
): readonly Finding[] {
  // A plan never holds a write-only secret, so it may be there.
  const isKnownHere = (attribute: string) => attribute !== 'secret_wo' && isKnown(object, attribute);
  const action = actionOf(object);
  const imported = object.isImported ? [importedEndpoint(before)] : [];
  if (action === 'import') return imported;
  if (action === 'update') return imported.concat(changedEndpoint(before, after, isKnownHere));
  const paired = pairs.get(object);
  if (action === 'create' && paired)
    return succeedingEndpoint(endpointState(paired.before), after, isKnownHere, paired.address);
  if (action === 'create') return [registeredEndpoint(after, isKnownHere)];
  if (action === 'delete' && paired) return [succeededEndpoint(paired.address)];
  const stays = isForgotten(object) || lacks(plan, object, 'webhooks.delete');
  if (action === 'delete' || action === 'forget') return [removedEndpoint(stays)];
  return action === 'replace' ? replacedEndpoint(before, after, isKnownHere, { stays }) : [];
}
