import { type Call, type Expression, type ForExpression, splatItem } from '../expressions/syntax';
import { type Entry, entriesOf, valueAt } from './access';
import { choicesOf, computedFrom, whatExists } from './contents';
import { spread, valueOfCall } from './functions';
import {
  either,
  type Literal,
  list,
  literal,
  missing,
  nothing,
  type ObjectValue,
  object,
  once,
  outside,
  outsideWithCredentials,
  showsCredentials,
  type Value,
} from './value';

/**
 * The values of names, and the place of the expression for messages.
 *
 * @internal
 */
export interface Scope {
  readonly place?: string | undefined;
  valueOf(name: string): Value;
  /** Called for each function call. */
  onCall?(name: string, parameters: readonly Value[]): void;
}

/**
 * A scope of unknown names: their values are external.
 *
 * @internal
 */
export const unknownNames: Scope = {
  valueOf: name => (namesNothingOutside.has(name) ? literal(namesNothingOutside.get(name)) : outside),
};

/** Values that Terraform itself provides: anybody with the program can compute them. */
const namesNothingOutside: ReadonlyMap<string, string> = new Map([
  ['terraform', 'terraform.workspace'],
  ['path', 'a path'],
  ['count', 'count.index'],
]);

/**
 * Returns the possible values of an expression, without running Terraform.
 *
 * @internal
 */
export function evaluate(expression: Expression, scope: Scope): Value {
  switch (expression.kind) {
    case 'constant':
      return expression.value === null ? nothing : literal(scope.place, expression.value);
    case 'template':
      return textOf(expression.parts, scope);
    case 'name':
      return scope.valueOf(expression.name);
    case 'index':
      return valueAt(evaluate(expression.of, scope), evaluate(expression.key, scope));
    case 'splat':
      return everyItem(evaluate(expression.of, scope), expression.result, scope);
    case 'call':
      return callOf(expression, scope);
    case 'conditional':
      evaluate(expression.condition, scope);
      return whatExists([evaluate(expression.consequent, scope), evaluate(expression.alternative, scope)]);
    case 'operation':
      return operation(expression.operator, expression.operands, scope);
    case 'tuple':
      return list(expression.items.map(item => evaluate(item, scope)));
    case 'object':
      return objectOf(
        expression.entries.map(([key, value]) => ({
          key: evaluate(key, scope),
          value: evaluate(value, scope),
        })),
      );
    case 'for':
      return forEach(expression, scope);
  }
}

function callOf({ name, parameters, spread: isSpread }: Call, scope: Scope): Value {
  const values = parameters.map(parameter => evaluate(parameter, scope));
  const all = isSpread ? spread(values) : values;
  scope.onCall?.(name, all);
  return valueOfCall(name, all, scope.place);
}

function textOf(parts: readonly Expression[], scope: Scope): Value {
  const values = parts.map(part => evaluate(part, scope));
  const constants = values.map(value => (value.kind === 'literal' ? value.constant : undefined));
  if (constants.includes(undefined)) {
    const text = computedFrom(values, scope.place);
    const isMarked = showsCredentials(constants.map(constant => constant ?? '\0').join(''));
    return isMarked && text.kind === 'outside' ? outsideWithCredentials : text;
  }
  return literal(scope.place, constants.join(''));
}

/** A comparison is true or false, and neither is a secret. */
function operation(operator: string, operands: readonly Expression[], scope: Scope): Value {
  const values = operands.map(operand => evaluate(operand, scope));
  return /^[-+*/%]$/.test(operator) ? computedFrom(values, scope.place) : literal(scope.place);
}

function everyItem(of: Value, result: Expression, scope: Scope): Value {
  const resultFor = (item: Value) => evaluate(result, bound(scope, [[splatItem, item]]));
  if (of.kind !== 'list')
    return list(itemsOfSplat(of).map(resultFor), { ordered: false, complete: of.kind !== 'either' });
  return list(of.items.map(resultFor), {
    ordered: of.ordered,
    complete: of.complete,
    others: of.others && resultFor(of.others),
  });
}

/** A splat converts a value that is no list into a list of one item. */
function itemsOfSplat(of: Value): readonly Value[] {
  if (of.kind === 'nothing') return [];
  if (of.kind === 'either') return of.choices.flatMap(itemsOfSplat);
  return of.kind === 'list' ? choicesOf(of) : [of];
}

/**
 * Returns an object with these entries. An unknown key may be any key, and keys may be equal.
 *
 * @internal
 */
export function objectOf(entries: readonly Entry[]): ObjectValue {
  const others = entries.filter(({ key }) => constantOf(key) === undefined);
  const beside = others.map(({ value }) => value);
  const attributes = new Map<string, () => Value>();
  for (const { key, value } of entries) {
    const constant = constantOf(key);
    if (constant === undefined) continue;
    const before = attributes.get(String(constant));
    attributes.set(
      String(constant),
      once(() => either([before?.(), value, ...beside])),
    );
  }
  if (others.length === 0) return object(attributes);
  return object(attributes, { others: either(beside), otherKeys: either(others.map(({ key }) => key)) });
}

function constantOf(key: Value): Literal['constant'] {
  return key.kind === 'literal' ? key.constant : undefined;
}

function forEach(expression: ForExpression, scope: Scope): Value {
  const { makes, condition } = expression;
  const collection = evaluate(expression.collection, scope);
  const results = entriesOf(collection).flatMap(entry => resultOf(expression, entry, scope));
  const values = results.map(({ value }) => value);
  if (makes === 'text') return computedFrom(values, scope.place);
  const isSure = collection.kind !== 'either' && !('complete' in collection && !collection.complete);
  const complete = condition === undefined && isSure;
  if (makes === 'list') {
    const ordered = complete && collection.kind === 'list' && collection.ordered && !collection.others;
    return list(values, { ordered, complete });
  }
  return { ...objectOf(results), complete };
}

/** Returns the results for one entry of the collection. A condition may exclude missing items. */
function resultOf(expression: ForExpression, entry: Entry, scope: Scope): Entry[] {
  const { keyName, valueName, key, result, grouped, condition } = expression;
  const inner = bound(scope, [
    [keyName, entry.key],
    [valueName, entry.value],
  ]);
  const made = evaluate(result, inner);
  if (condition !== undefined) evaluate(condition, inner);
  const value = condition === undefined ? made : whatExists([made]);
  if (condition !== undefined && value === missing) return [];
  return [
    {
      key: key ? evaluate(key, inner) : nothing,
      value: grouped ? list([value], { ordered: false }) : value,
    },
  ];
}

/** @internal */
export function bound(scope: Scope, values: readonly (readonly [string | undefined, Value])[]): Scope {
  const names = new Map(values);
  return { ...scope, valueOf: name => names.get(name) ?? scope.valueOf(name) };
}
