import { entriesOf } from './access';
import { valueOfArgument, withDynamic } from './argument';
import type { Block } from './blocks';
import { objectOf, type Scope } from './evaluate';
import { withoutIgnored } from './ignored-changes';
import { valueOfJson } from './json';
import { withEach } from './scope-of-each';
import { list, object, once, outside, type Value } from './value';

/** Entries that are not arguments of the resource itself. */
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

/** Attributes whose values are known although they are not arguments. */
type Known = Readonly<Record<string, (scope: Scope) => Value>>;

/**
 * Returns the value of a resource or data source for other expressions: arguments have the program's values, and
 * everything else is external.
 *
 * @param place name of the resource, for messages
 * @internal
 */
export function valueOfResource(block: Block, scope: Scope, place: string, known: Known = {}): Value {
  if (block.count !== undefined) {
    const instance = instanceOf(block, scope, place, known);
    return list([instance], { ordered: false });
  }
  if (block.for_each === undefined) return instanceOf(block, scope, place, known);
  const each = valueOfJson(block.for_each, { ...scope, place: `the for_each of ${place}` });
  return objectOf(
    entriesOf(each.kind === 'list' ? { ...each, isSet: true } : each).map(({ key, value }) => ({
      key,
      value: instanceOf(block, withEach(scope, key, value), place, known),
    })),
  );
}

function instanceOf(block: Block, scope: Scope, place: string, known: Known): Value {
  const given = Object.entries(block).filter(([name]) => !metaArguments.has(name));
  const scopeAt = (name: string) => ({ ...scope, place: `the argument "${name}" of ${place}` });
  const attributes = new Map(
    given.map(([name, json]) => [name, once(() => valueOfArgument(json, scopeAt(name)))] as const),
  );
  const kept = withoutIgnored(withDynamic(attributes, block.dynamic, scopeAt), block);
  const knownWithin = Object.entries(known).map(
    ([name, valueIn]) => [name, once(() => valueIn(scope))] as const,
  );
  return object([...kept, ...knownWithin], { others: outside });
}
