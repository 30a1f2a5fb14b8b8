import {
  type EndpointFacts,
  type KeyFacts,
  known,
  mapped,
  type Names,
  type Possible,
  unknown,
} from '../../constructs/policy/rules/facts';
import { hostOf } from '../../constructs/policy/rules/hosts';
import { isObject, type Json, member } from '../plan/json';
import { hasMark, type PlannedObject } from '../plan/planned-object';

/** A planned value, and `true` in its shape for each part that is known after apply. */
interface Planned {
  readonly after: Json;
  readonly unknown: Json;
}

/** @param issuer environment of the keys that the provider runs with: a key that is issued now belongs to it, too */
export function plannedKey(planned: PlannedObject, issuer: () => Possible<string>): KeyFacts {
  const rotation = at(planned, 'rotation');
  const given = {
    afterDays: valueIn(at(rotation, 'after_days'), isNumber),
    hasTriggers: hasEntries(at(rotation, 'triggers')),
  };
  return {
    scopes: namesIn(at(planned, 'scopes')),
    unrestricted: valueIn(at(planned, 'unrestricted'), isBoolean),
    rotation: rotation.unknown === true ? unknown : known(isGiven(rotation) ? given : undefined),
    tenant: textOr(at(planned, 'tenant_id'), () => unknown),
    environment: textOr(at(planned, 'environment'), issuer),
  };
}

export function plannedEndpoint(planned: PlannedObject): EndpointFacts {
  const host = mapped(
    textOr(at(planned, 'url'), () => unknown),
    text => known(hostOf(text)),
  );
  return { host, events: namesIn(at(planned, 'events')), hasStoredSecret: isGiven(at(planned, 'secret')) };
}

const at = ({ after, unknown }: Planned, name: string): Planned => ({
  after: member(after, name),
  unknown: member(unknown, name),
});

const isGiven = ({ after, unknown }: Planned) => (after ?? undefined) !== undefined || hasMark(unknown);

function valueIn<T>(planned: Planned, isValue: (value: Json) => value is T): Possible<T | undefined> {
  if (planned.unknown === true) return unknown;
  if (!isGiven(planned)) return known(undefined);
  return isValue(planned.after) ? known(planned.after) : unknown;
}

/** Returns a text of the plan, or, if it has none, what may be said instead. */
const textOr = ({ after, unknown }: Planned, instead: () => Possible<string>): Possible<string> =>
  unknown !== true && isString(after) ? known(after) : instead();

/** The elements of a set have no fixed index, so one unknown element makes the set incomplete. */
function namesIn(planned: Planned): Possible<Names | undefined> {
  if (!isGiven(planned)) return known(undefined);
  const { after } = planned;
  if (!Array.isArray(after)) return unknown;
  const isComplete = !hasMark(planned.unknown) && after.every(isString);
  return known({ items: after.filter(isString).map(known), isComplete });
}

function hasEntries(planned: Planned): Possible<boolean> {
  if (planned.unknown === true) return unknown;
  const hasSome = isObject(planned.after) && Object.keys(planned.after).length > 0;
  return known(hasSome || hasMark(planned.unknown));
}

const isString = (value: Json): value is string => typeof value === 'string';
const isNumber = (value: Json): value is number => typeof value === 'number';
const isBoolean = (value: Json): value is boolean => typeof value === 'boolean';
