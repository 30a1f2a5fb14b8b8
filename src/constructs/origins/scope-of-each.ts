import { entriesOf } from './access';
import type { Block } from './blocks';
import { bound, type Scope } from './evaluate';
import { valueOfJson } from './json';
import { either, object, type Value } from './value';

/**
 * Returns the scope of names within a block, with its own `each`.
 *
 * @param name name of the current item; a dynamic block has its own
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

/** @internal */
export function withEach(scope: Scope, key: Value, value: Value, name = 'each'): Scope {
  const own = object([
    ['key', () => key],
    ['value', () => value],
  ]);
  return bound(scope, [[name, own]]);
}
