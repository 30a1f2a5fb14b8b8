import { isRecord } from '../checks/values';
import { parseTemplate } from '../expressions/parser';
import { evaluate, objectOf, type Scope } from './evaluate';
import { list, literal, nothing, object, outside, type Value } from './value';

/**
 * Returns the possible values of a value in Terraform's JSON syntax. Its strings are templates.
 *
 * @internal
 */
export function valueOfJson(json: unknown, scope: Scope): Value {
  if (typeof json === 'string') return valueOfText(json, scope);
  if (Array.isArray(json)) return list(json.map(item => valueOfJson(item, scope)));
  if (!isRecord(json)) return valueOfScalar(json, scope.place);
  return objectOf(
    Object.entries(json).map(([key, value]) => ({
      key: valueOfText(key, scope),
      value: valueOfJson(value, scope),
    })),
  );
}

/** An expression that Terraform cannot read counts as a literal. */
function valueOfText(text: string, scope: Scope): Value {
  if (!/[$%]\{/.test(text)) return literal(scope.place, text);
  const expression = parseTemplate(text);
  return expression === undefined
    ? literal(scope.place ?? 'an expression that cannot be read')
    : evaluate(expression, scope);
}

function valueOfScalar(json: unknown, place: string | undefined): Value {
  if (typeof json === 'number' || typeof json === 'boolean') return literal(place, json);
  return nothing;
}

/**
 * Returns the possible values of a variable's default. Omitted parts are external.
 *
 * @param place place of the default
 * @internal
 */
export function valueOfDefault(json: unknown, place: string): Value {
  if (json === undefined || json === null) return outside;
  if (!isRecord(json)) return typeof json === 'string' ? literal(place, json) : valueOfScalar(json, place);
  const traits = { complete: false, others: outside };
  if (Array.isArray(json))
    return list(
      json.map(item => valueOfDefault(item, place)),
      traits,
    );
  const attributes = Object.entries(json).map(
    ([key, value]) => [key, () => valueOfDefault(value, place)] as const,
  );
  return object(attributes, traits);
}
