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

export function plannedKey(planned: PlannedObject): KeyFacts {
  const rotation = at(planned, 'rotation');
  const given = {
    afterDays: valueIn(at(rotation, 'after_days'), isNumber),
    hasTriggers: hasEntries(at(rotation, 'triggers')),
  };
  return {
    scopes: namesIn(at(planned, 'scopes')),
    unrestricted: valueIn(at(planned, 'unrestricted'), isBoolean),
    rotation: rotation.unknown === true ? unknown : known(isGiven(rotation) ? given : undefined),
  };
}

export function plannedEndpoint(planned: PlannedObject): EndpointFacts {
  const host = mapped<string | undefined, string>(valueIn(at(planned, 'url'), isString), text =>
    text === undefined ? unknown : known(hostOf(text)),
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
