import { at, isRecord, isUnresolved, plainText } from '../checks/values';
import {
  type EndpointFacts,
  type KeyFacts,
  known,
  type Names,
  type Possible,
  type RotationFacts,
  unknown,
} from './rules/facts';
import { hostOf } from './rules/hosts';

/**
 * Reads a key as its program has configured it. A token is unknown: the report judges it in the plan.
 *
 * @internal
 */
export function factsOfKey(key: object): KeyFacts {
  return {
    scopes: namesIn(at(key, 'scopesInput')),
    unrestricted: plain(at(key, 'unrestrictedInput'), isBoolean),
    rotation: rotationIn(at(key, 'rotationInput')),
    tenant: textIn(at(key, 'tenantIdInput')),
    // The platform decides it.
    environment: unknown,
  };
}

/** @internal */
export function factsOfEndpoint(endpoint: object): EndpointFacts {
  const url = plainText(at(endpoint, 'urlInput'));
  return {
    host: url === undefined ? unknown : known(hostOf(url)),
    events: namesIn(at(endpoint, 'eventsInput')),
    hasStoredSecret: isGiven(at(endpoint, 'secretInput')),
  };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null;
const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
const isNumber = (value: unknown): value is number => typeof value === 'number';

function plain<T>(value: unknown, isPlain: (value: unknown) => value is T): Possible<T | undefined> {
  if (!isGiven(value)) return known(undefined);
  return isPlain(value) && !isUnresolved(value) ? known(value) : unknown;
}

function textIn(value: unknown): Possible<string> {
  const text = plainText(value);
  return text === undefined ? unknown : known(text);
}

function namesIn(value: unknown): Possible<Names | undefined> {
  if (!isGiven(value)) return known(undefined);
  if (!Array.isArray(value) || isUnresolved(value)) return unknown;
  return known({ items: value.map(textIn), isComplete: true });
}

function rotationIn(value: unknown): Possible<RotationFacts | undefined> {
  if (!isGiven(value)) return known(undefined);
  if (isUnresolved(value)) return unknown;
  const triggers = at(value, 'triggers');
  const hasTriggers = isUnresolved(triggers)
    ? unknown
    : known(isRecord(triggers) && Object.keys(triggers).length > 0);
  return known({ afterDays: plain(at(value, 'afterDays'), isNumber), hasTriggers });
}
