import { parseExpression } from '../expressions/parser';
import type { Expression } from '../expressions/syntax';
import { valueAt } from './access';
import type { Block } from './blocks';
import { whatExists } from './contents';
import { evaluate, unknownNames } from './evaluate';
import { valueOfDefault } from './json';
import { either, list, literal, nothing, object, once, outside, type Value } from './value';

/**
 * Returns the possible values of a variable: its default, the optional parts of its type, and external values.
 *
 * @param place name of the variable, for messages
 * @internal
 */
export function valueOfVariable({ default: fallback, type }: Block, place: string): Value {
  const given = valueOfDefault(fallback, `the default of ${place}`);
  // Only `optional(type, default)` adds values to a type.
  const expression =
    typeof type === 'string' && type.includes('optional') ? parseExpression(type) : undefined;
  return expression === undefined ? given : withType(given, expression, place);
}

function withType(given: Value, type: Expression, place: string): Value {
  if (given.kind === 'either') return either(given.choices.map(choice => withType(choice, type, place)));
  if (type.kind !== 'call') return given;
  const [inner, fallback] = type.parameters;
  if (inner === undefined) return given;
  if (type.name === 'optional') {
    const scope = { ...unknownNames, place: `an optional attribute of ${place}` };
    return withType(whatExists([given, fallback ? evaluate(fallback, scope) : nothing]), inner, place);
  }
  if (given.kind === 'literal' || given.kind === 'nothing') return given;
  if (type.name === 'object') return withAttributes(given, inner, place);
  if (type.name === 'tuple') return withItems(given, inner, place);
  return /^(?:map|list|set)$/.test(type.name) ? withElements(given, inner, place) : given;
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

function withItems(given: Value, types: Expression, place: string): Value {
  if (types.kind !== 'tuple') return given;
  const items = types.items.map((type, index) =>
    withType(valueAt(given, literal(undefined, index)), type, place),
  );
  return list(items, { complete: given.kind === 'outside', others: outside });
}

/** The default of a map, list or set may contain some elements. Others are external. */
function withElements(given: Value, type: Expression, place: string): Value {
  const others = withType(outside, type, place);
  if (given.kind === 'list') {
    return { ...given, items: given.items.map(item => withType(item, type, place)), others };
  }
  if (given.kind !== 'object') return object([], { others });
  const attributes = [...given.attributes].map(
    ([name, attribute]) => [name, once(() => withType(attribute(), type, place))] as const,
  );
  return { ...given, attributes: new Map(attributes), others };
}
