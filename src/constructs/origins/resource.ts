import { isRecord } from '../checks/values';
import { entriesOf } from './access';
import type { Block } from './blocks';
import { bound, objectOf, type Scope } from './evaluate';
import { valueOfJson } from './json';
import { either, list, nothing, object, once, outside, type Value } from './value';

/** What is no argument of the resource itself. */
const metaArguments = new Set([
  '//',
  'for_each',
  'count',
  'depends_on',
  'lifecycle',
  'provider',
  'provisioner',
  'connection',
  'dynamic',
]);

/** Attributes that are known although they are no arguments. */
type Known = Readonly<Record<string, (scope: Scope) => Value>>;

/**
 * What a resource or data source is to other expressions: arguments that the program gives are what the program
 * says, and everything else comes from outside.
 *
 * @param place words for people that name the resource
 * @internal
 */
export function valueOfResource(block: Block, scope: Scope, place: string, known: Known = {}): Value {
  if (block.count !== undefined) {
    const instance = instanceOf(block, scope, place, known);
    return list([instance], { ordered: false });
  }
  if (block.for_each === undefined) return instanceOf(block, scope, place, known);
  return objectOf(
    entriesOf(valueOfJson(block.for_each, { ...scope, place: `the for_each of ${place}` })).map(
      ({ key, value }) => ({
        key,
        value: instanceOf(block, withEach(scope, key, value), place, known),
      }),
    ),
  );
}

/**
 * What the names within a block stand for: `each` is its own.
 *
 * @param name what stands for the item at hand; a dynamic block has a name of its own
 * @internal
 */
export function scopeOfEach({ for_each }: Block, scope: Scope, name = 'each'): Scope {
  if (for_each === undefined) return scope;
  const entries = entriesOf(valueOfJson(for_each, { ...scope, place: 'its for_each' }));
  return withEach(
    scope,
    either(entries.map(({ key }) => key)),
    either(entries.map(({ value }) => value)),
    name,
  );
}

function withEach(scope: Scope, key: Value, value: Value, name = 'each'): Scope {
  const own = object([
    ['key', () => key],
    ['value', () => value],
  ]);
  return bound(scope, [[name, own]]);
}

function instanceOf(block: Block, scope: Scope, place: string, known: Known): Value {
  const ignored = ignoredChanges(block);
  const given = Object.entries(block).filter(
    ([name]) => !metaArguments.has(name) && !ignored.some(path => path === 'all' || path === name),
  );
  const attributes = given.map(([name, json]) => {
    const inner = { ...scope, place: `the argument "${name}" of ${place}` };
    return [name, once(() => orOutside(valueOfJson(json, inner)))] as const;
  });
  const knownWithin = Object.entries(known).map(
    ([name, valueIn]) => [name, once(() => valueIn(scope))] as const,
  );
  return object([...attributes, ...knownWithin], { others: outside });
}

/** An argument that is null is as good as left out: the provider may give it a value. */
const orOutside = (value: Value): Value => (value === nothing ? outside : value);

/** Values that somebody else may set, and Terraform then keeps. */
function ignoredChanges({ lifecycle }: Block): string[] {
  const blocks: unknown[] = Array.isArray(lifecycle) ? lifecycle : [lifecycle];
  return blocks
    .flatMap(block => (isRecord(block) ? block.ignore_changes : undefined))
    .flatMap(path => (typeof path === 'string' ? (/^\w+/.exec(path)?.[0] ?? []) : []));
}
