import { withoutKeys } from '../plan/address';
import type { Block, Scope } from '../plan/configuration';
import { choosing } from '../plan/inputs';
import { isEqual, type Json, member, objectIn, textsIn } from '../plan/json';
import { hasMark, marksOf, type PlannedObject } from '../plan/planned-object';
import { expressionsIn } from './own-secrets';

interface Sides {
  readonly before: Json;
  readonly after: Json;
  readonly unknown: Json;
}

/** Where a value comes from, and the keys that are rotated. */
interface Source {
  readonly expression: Json;
  readonly scope: Scope | undefined;
  readonly rotated: readonly PlannedObject[];
}

/** Names the attributes that change, or whose value is known after apply only. */
export function changedIn({ before = {}, after = {}, unknown }: PlannedObject): readonly string[] {
  const names = new Set([before, after, objectIn(unknown)].flatMap(values => Object.keys(values)));
  return [...names].filter(
    name => hasMark(marksOf(unknown, name)) || !isEqual(member(before, name), member(after, name)),
  );
}

/** True if every argument that changes takes the value of a rotated key. */
export function isFedObject(
  object: PlannedObject,
  block: Block | undefined,
  rotated: readonly PlannedObject[],
): boolean {
  const { before, after, unknown } = object;
  if (block === undefined) return false;
  const sourceOf = (name: string) => ({
    expression: member(block.expressions, name),
    scope: block.scope,
    rotated,
  });
  const areFed = changedIn(object).every(name => {
    const source = sourceOf(name);
    // What no argument gives is computed by the provider of the object.
    if (source.expression === undefined) return marksOf(unknown, name) === true;
    return isFed(
      { before: member(before, name), after: member(after, name), unknown: marksOf(unknown, name) },
      source,
    );
  });
  // A plan has null for a write-only argument, so another source of its value is not seen.
  const isBlind = (name: string) => hasNull(member(after, name)) && !hasMark(marksOf(unknown, name));
  const given = Object.keys(objectIn(block.expressions)).filter(isBlind);
  return (
    areFed && given.every(name => referencesIn(sourceOf(name)).length === 0 || formerValues(sourceOf(name)))
  );
}

function hasNull(value: Json): boolean {
  if (value === undefined || value === null) return true;
  return typeof value === 'object' && Object.values(value).some(hasNull);
}

/**
 * True if a value stays, but for parts that were a value of a rotated key, or the number of a version. Of another text, such as a
 * template, nobody can tell whether its other parts change.
 */
export function isFed({ before, after, unknown }: Sides, source: Source): boolean {
  if (unknown === true) {
    const former = formerValues(source);
    return former !== undefined && (typeof before === 'number' || former.includes(before));
  }
  if (!hasMark(unknown)) return isEqual(before, after);
  const names = new Set([before, after, unknown].flatMap(value => Object.keys(value ?? {})));
  return [...names].every(name =>
    isFed(
      { before: partOf(before, name), after: partOf(after, name), unknown: partOf(unknown, name) },
      source,
    ),
  );
}

const partOf = (value: Json, name: string): Json =>
  Array.isArray(value) ? value[Number(name)] : member(value, name);

const referencesIn = ({ expression }: Source): readonly string[] =>
  expressionsIn(expression)
    .flatMap(one => textsIn(member(one, 'references')))
    .filter(reference => !choosing.test(reference));

/** Returns the values of the keys before their rotation, if the expression names rotated keys directly, and nothing else. */
function formerValues(source: Source): readonly Json[] | undefined {
  const named = referencesIn(source).map(reference => {
    const address = `${source.scope?.prefix}${withoutKeys(reference)}.`;
    return source.rotated.filter(({ block }) => address.startsWith(`${block}.`));
  });
  if (named.length === 0 || named.some(({ length }) => length === 0)) return undefined;
  return named.flat().flatMap(({ before }) => Object.values(before ?? {}).filter(isFilled));
}

const isFilled = (value: Json) => typeof value === 'string' && value !== '';
