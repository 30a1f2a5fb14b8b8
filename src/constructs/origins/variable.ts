import { parseExpression } from '../expressions/parser';
import type { Expression } from '../expressions/syntax';
import { valueAt } from './access';
import type { Block } from './blocks';
import { evaluate, unknownNames } from './evaluate';
import { valueOfDefault } from './json';
import { either, literal, object, outside, type Value } from './value';

/**
 * What a variable can be: its default, what is optional in its type, and otherwise what is given from outside.
 *
 * @param place words for people that name the variable
 * @internal
 */
export function valueOfVariable({ default: fallback, type }: Block, place: string): Value {
  const given = valueOfDefault(fallback, `the default of ${place}`);
  // Only `optional(type, default)` brings something into a type.
  const expression =
    typeof type === 'string' && type.includes('optional') ? parseExpression(type) : undefined;
  return expression === undefined ? given : withType(given, expression, place);
}

function withType(given: Value, type: Expression, place: string): Value {
  if (type.kind !== 'call') return given;
  const [inner, fallback] = type.parameters;
  if (inner === undefined) return given;
  if (type.name === 'object') return withAttributes(given, inner, place);
  if (type.name === 'optional') {
    const scope = { ...unknownNames, place: `an optional attribute of ${place}` };
    return either([withType(given, inner, place), fallback && evaluate(fallback, scope)]);
  }
  if (given.kind !== 'outside' || !/^(?:map|list|set)$/.test(type.name)) return given;
  return object([], { others: withType(outside, inner, place) });
}

function withAttributes(given: Value, types: Expression, place: string): Value {
  if (types.kind !== 'object') return given;
  const attributes = types.entries.flatMap(([key, type]) => {
    if (key.kind !== 'constant') return [];
    const name = String(key.value);
    return [[name, () => withType(valueAt(given, literal(undefined, name)), type, place)] as const];
  });
  return object(attributes, { complete: given.kind === 'outside', others: outside });
}
