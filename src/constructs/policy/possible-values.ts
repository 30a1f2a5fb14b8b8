import { hasExpression, isRecord } from '../checks/values';
import { known, mapped, type Names, type Possible, type RotationFacts, unknown } from './rules/facts';

/**
 * Returns the text of a value in the finished JSON. A number or boolean is a text, as in Terraform. Only Terraform
 * knows the value of an expression.
 *
 * @internal
 */
export function textIn(json: unknown): Possible<string | undefined> {
  if (json === undefined || json === null) return known(undefined);
  return isRecord(json) || hasExpression(String(json)) ? unknown : known(String(json));
}

/** @internal */
export function booleanIn(json: unknown): Possible<boolean | undefined> {
  return mapped<string | undefined, boolean | undefined>(textIn(json), text => {
    if (text === undefined) return known(undefined);
    return text === 'true' || text === 'false' ? known(text === 'true') : unknown;
  });
}

function numberIn(json: unknown): Possible<number | undefined> {
  return mapped<string | undefined, number | undefined>(textIn(json), text => {
    if (text === undefined) return known(undefined);
    const number = text.trim() === '' ? Number.NaN : Number(text);
    return Number.isNaN(number) ? unknown : known(number);
  });
}

/**
 * Returns the set of names in a list.
 *
 * @internal
 */
export function namesIn(json: unknown): Possible<Names | undefined> {
  if (json === undefined || json === null) return known(undefined);
  return Array.isArray(json) ? known({ items: json.map(nameIn), isComplete: true }) : unknown;
}

function nameIn(json: unknown): Possible<string> {
  return mapped<string | undefined, string>(textIn(json), text =>
    text === undefined ? { values: [], isComplete: true } : known(text),
  );
}

/**
 * Returns a rotation. A block may also be written as a list of one.
 *
 * @internal
 */
export function rotationIn(json: unknown): Possible<RotationFacts | undefined> {
  if (json === undefined || json === null) return known(undefined);
  if (Array.isArray(json)) return json.length === 1 ? rotationIn(json[0]) : unknown;
  if (!isRecord(json)) return unknown;
  return known({ afterDays: numberIn(json['after_days']), hasTriggers: hasEntries(json['triggers']) });
}

function hasEntries(json: unknown): Possible<boolean> {
  if (json === undefined || json === null) return known(false);
  return isRecord(json) ? known(Object.keys(json).length > 0) : unknown;
}
