import {
  type EndpointFacts,
  type KeyFacts,
  known,
  type Names,
  type Possible,
  type RotationFacts,
  unknown,
} from '../../constructs/policy/rules/facts';
import { hostOf } from '../../constructs/policy/rules/hosts';
import type { IsKnown } from '../../risks/finding';
import { hasTriggers, type Rotation } from '../../risks/rotation';
import type { JsonObject } from '../plan/json';
import { endpointIn, keyIn } from './decoded';

/** @param issuer environment of the keys that the provider runs with: a key that is issued now belongs to it, too */
export function keyFacts(
  values: JsonObject,
  isKnown: IsKnown<string>,
  issuer: () => Possible<string>,
): KeyFacts {
  const { scopes, unrestricted, rotation, tenant_id, environment } = keyIn(values);
  return {
    scopes: namesOf(scopes, isKnown('scopes')),
    unrestricted: possible(unrestricted, isKnown('unrestricted')),
    rotation: rotation ? known(rotationFacts(rotation, isKnown)) : possible(undefined, isKnown('rotation')),
    tenant: tenant_id === undefined ? unknown : known(tenant_id),
    environment: environment === undefined ? issuer() : known(environment),
  };
}

const rotationFacts = (rotation: Rotation, isKnown: IsKnown<string>): RotationFacts => ({
  afterDays: possible(rotation.after_days, isKnown('rotation.after_days')),
  // A trigger may have a value that is unknown.
  hasTriggers: isKnown('rotation.triggers')
    ? known(hasTriggers(rotation))
    : possible(true, rotation.triggers !== undefined),
});

export function endpointFacts(values: JsonObject, isKnown: IsKnown<string>): EndpointFacts {
  const { url, events, secret } = endpointIn(values);
  return {
    host: url === undefined ? unknown : known(hostOf(url)),
    events: namesOf(events, isKnown('events')),
    hasStoredSecret: secret !== undefined || !isKnown('secret'),
  };
}

const possible = <T>(value: T, isKnown: boolean): Possible<T> => (isKnown ? known(value) : unknown);

/** The elements of a set have no fixed index, so one unknown element makes the set incomplete. */
const namesOf = (names: readonly string[] | undefined, isComplete: boolean): Possible<Names | undefined> =>
  names === undefined ? possible(undefined, isComplete) : known({ items: names.map(known), isComplete });
