import { createHash } from 'node:crypto';
import { partsOfAddress } from '../plan/address';
import type { Block } from '../plan/configuration';
import { choosing, mostSpecific } from '../plan/inputs';
import { isEqual, type Json, member, objectIn, textsIn } from '../plan/json';
import { hasMark, isKnown, marksOf, type PlannedObject } from '../plan/planned-object';
import { expressionsIn } from './own-secrets';

interface Sides {
  readonly before: Json;
  readonly after: Json;
  readonly unknown: Json;
}

/** The keys that a plan rotates, by address. */
type Rotated = ReadonlyMap<string, PlannedObject>;

/** A rotated key, and what its part that an expression names was before. */
interface Source {
  readonly key: PlannedObject;
  readonly former: readonly Json[];
}

/** Names the attributes that change, or whose value is known after apply only. */
export function changedIn({ before = {}, after = {}, unknown }: PlannedObject): readonly string[] {
  const names = new Set([before, after, objectIn(unknown)].flatMap(values => Object.keys(values)));
  return [...names].filter(
    name => hasMark(marksOf(unknown, name)) || !isEqual(member(before, name), member(after, name)),
  );
}

/** True if every argument that changes takes the value of a rotated key, and one does. */
export function isFedObject(object: PlannedObject, block: Block | undefined, rotated: Rotated): boolean {
  // Another id is another object, such as a key whose rotation follows this one.
  if (block === undefined || !isKnown(object, 'id')) return false;
  const expressions = objectIn(block.expressions);
  const sourceIn = (expression: Json) => sourceOf(expression, object.address, rotated);
  const changed = changedIn(object);
  const sources = changed.flatMap(name => sourceIn(expressions[name]) ?? []);
  const areFed = changed.every(name => {
    const [before, after] = [member(object.before, name), member(object.after, name)];
    const unknown = marksOf(object.unknown, name);
    // What no argument gives is computed by the provider of the object, unless it is a `dynamic` block.
    return Object.hasOwn(expressions, name)
      ? isFed({ before, after, unknown }, sourceIn(expressions[name]))
      : unknown === true && typeof before !== 'object';
  });
  return (
    areFed &&
    sources.length > 0 &&
    unseenIn(expressions, object.after).every(expression => {
      const source = sourceIn(expression);
      return sources.some(({ key }) => key === source?.key);
    })
  );
}

/** Returns the expressions whose values no plan shows: it has null for a write-only argument. */
function unseenIn(expression: Json, after: Json): readonly Json[] {
  const isGiven = textsIn(member(expression, 'references')).length > 0;
  const constant = member(expression, 'constant_value');
  if (isGiven || constant !== undefined)
    return hasNull(after) && (isGiven || !isEqual(constant, after)) ? [expression] : [];
  return Object.entries(expression ?? {}).flatMap(([name, part]) =>
    typeof part === 'object' ? unseenIn(part, partOf(after, name)) : [],
  );
}

function hasNull(value: Json): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}

/** True if a value stays, but for parts that were the value of a rotated key, or the version that docs/secrets.md makes of its id. */
function isFed({ before, after, unknown }: Sides, source: Source | undefined): boolean {
  if (unknown === true)
    return source?.former.some(value => [value, versionOf(String(value))].includes(before)) ?? false;
  if (!hasMark(unknown)) return isEqual(before, after);
  const names = new Set([before, after, unknown].flatMap(value => Object.keys(value ?? {})));
  return [...names].every(name =>
    isFed(
      { before: partOf(before, name), after: partOf(after, name), unknown: partOf(unknown, name) },
      source,
    ),
  );
}

const versionOf = (id: string) =>
  Number.parseInt(createHash('sha256').update(id).digest('hex').slice(0, 12), 16);

const partOf = (value: Json, name: string): Json =>
  Array.isArray(value) ? value[Number(name)] : member(value, name);

/** True for an output that stays as secret as it was, and was the value of a rotated key. */
export function isFedOutput(change: Json, expression: Json, rotated: Rotated): boolean {
  const [before, after, unknown] = ['before', 'after', 'after_unknown'].map(side => member(change, side));
  return (
    isEqual(member(change, 'before_sensitive'), member(change, 'after_sensitive')) &&
    isFed({ before, after, unknown }, sourceOf(expression, '', rotated))
  );
}

/**
 * Returns the one key that an expression names directly. A plan names what an expression refers to, and no function: of two
 * keys, nobody could tell which one gives the value. `[each.key]` is the instance of the object's own key.
 */
function sourceOf(expression: Json, address: string, rotated: Rotated): Source | undefined {
  const references = expressionsIn(expression).flatMap(one => textsIn(member(one, 'references')));
  const [reference = '', ...more] = mostSpecific(references.filter(one => !choosing.test(one)));
  const parts = partsOfAddress(address).map(({ text }) => text);
  const ownKey = parts.length > 1 && parts.at(-1) === '' ? `[${parts.at(-2)}]` : '';
  const module = address.slice(0, address.length - ownKey.length).replace(/[^.\]]+\.[^.\]]+$/, '');
  const instance = ownKey === '' ? undefined : rotated.get(`${module}${reference}${ownKey}`);
  const [, owner = '', attribute = ''] = /^(.+)\.(\w+)$/s.exec(reference) ?? [];
  const key = instance ?? rotated.get(`${module}${owner}`);
  if (key === undefined || more.length > 0) return undefined;
  const former = instance ? Object.values(key.before ?? {}) : [member(key.before, attribute)];
  return { key, former: former.filter(value => typeof value === 'string' && value !== '') };
}
