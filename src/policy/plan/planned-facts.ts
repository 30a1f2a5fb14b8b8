import {
  type EndpointFacts,
  type KeyFacts,
  known,
  mapped,
  type Names,
  type Possible,
  unknown,
} from '../facts';
import { hostOf } from '../hosts';

/**
 * The planned values of a resource, as `terraform show -json` has them: `after`, and `after_unknown` with `true` in
 * the place of each value that only the apply will know.
 */
export interface PlannedValues {
  readonly after: unknown;
  readonly afterUnknown: unknown;
}

export function plannedKey(planned: PlannedValues): KeyFacts {
  return {
    scopes: namesIn(at(planned, 'scopes')),
    unrestricted: valueIn(at(planned, 'unrestricted'), isBoolean),
    rotation: partOf(at(planned, 'rotation'), rotation => ({
      afterDays: valueIn(at(rotation, 'after_days'), isNumber),
      hasTriggers: hasEntries(at(rotation, 'triggers')),
    })),
  };
}

export function plannedEndpoint(planned: PlannedValues): EndpointFacts {
  const url = valueIn(at(planned, 'url'), isString);
  const secret = at(planned, 'secret');
  return {
    host: mapped(url, text => {
      const host = text === undefined ? undefined : hostOf(text);
      return host === undefined ? unknown : known(host);
    }),
    events: namesIn(at(planned, 'events')),
    hasStoredSecret: secret.afterUnknown === true || isPresent(secret.after),
  };
}

function at({ after, afterUnknown }: PlannedValues, name: string): PlannedValues {
  return { after: entry(after, name), afterUnknown: entry(afterUnknown, name) };
}

/** A computed value may be called like a member of every object. */
function entry(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

function partOf<T>(part: PlannedValues, convert: (part: PlannedValues) => T): Possible<T | undefined> {
  if (part.afterUnknown === true) return unknown;
  return known(isPresent(part.after) || hasUnknownPart(part.afterUnknown) ? convert(part) : undefined);
}

function valueIn<T>(
  { after, afterUnknown }: PlannedValues,
  isValue: (value: unknown) => value is T,
): Possible<T | undefined> {
  if (afterUnknown === true) return unknown;
  if (!isPresent(after)) return known(undefined);
  return isValue(after) ? known(after) : unknown;
}

/** The elements of a set have no fixed index, so one unknown element makes the set incomplete. */
function namesIn({ after, afterUnknown }: PlannedValues): Possible<Names | undefined> {
  if (afterUnknown === true) return unknown;
  const isComplete = !hasUnknownPart(afterUnknown);
  if (!isPresent(after)) return isComplete ? known(undefined) : unknown;
  if (!Array.isArray(after)) return unknown;
  return known({ items: after.filter(isString).map(known), isComplete: isComplete && after.every(isString) });
}

function hasEntries({ after, afterUnknown }: PlannedValues): Possible<boolean> {
  if (afterUnknown === true) return unknown;
  const hasSome = isRecord(after) && Object.keys(after).length > 0;
  return known(hasSome || hasUnknownPart(afterUnknown));
}

function hasUnknownPart(afterUnknown: unknown): boolean {
  return (
    afterUnknown === true || (isRecord(afterUnknown) && Object.values(afterUnknown).some(hasUnknownPart))
  );
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;
const isPresent = (value: unknown): boolean => value !== undefined && value !== null;
const isString = (value: unknown): value is string => typeof value === 'string';
const isNumber = (value: unknown): value is number => typeof value === 'number';
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
