import { invalid } from '../define/attribute';
import type { ValidateContext } from '../define/context';
import type { PlainObject } from '../define/definition';
import type { Attribute, Attributes, CheckFinding } from '../define/schema-types';
import { knowledgeOf } from '../values/known';
import { isRawList, isRawObject, type Raw, type RawObject } from '../values/raw';
import { partlyUnknown, toPlain, toPlannedObject } from '../values/to-plain';
import { type Member, walkTypes } from '../values/walk';
import type { Diagnostics } from './diagnostics';

/** Runs every check with a known value, at any depth, then the rules between attributes. */
export function validateObject(
  attributes: Attributes,
  config: RawObject,
  diagnostics: Diagnostics,
  rule?: (config: PlainObject, context: ValidateContext<PlainObject>) => void,
): void {
  for (const { place, told } of findings.ofAttributes(attributes)?.(config, '') ?? none)
    diagnostics.addFinding(told, place);
  const rawOf = (name: string) => config[name] ?? null;
  rule?.(toPlannedObject(attributes, rawOf), {
    ...knowledgeOf(attributes, rawOf),
    warn: diagnostics.warn,
    fail: diagnostics.fail,
  });
}

interface Fault {
  /** Such as `rotation.overlap_days` and `receivers[2].url`. */
  readonly place: string;
  readonly told: CheckFinding;
}

/** Validates the known parts of a value. `undefined` for a type that has no faults to find. */
type Find = ((value: Raw, place: string) => readonly Fault[]) | undefined;

const none: readonly Fault[] = [];

/** Terraform checks types, but accepts nulls in collections and for required attributes. */
const findings = walkTypes<Find>({
  scalar: type => {
    if (type.kind !== 'string' || type.meanings === undefined) return undefined;
    const choices: readonly Raw[] = Object.keys(type.meanings);
    const problem = `must be one of ${choices.map(choice => `"${choice}"`).join(', ')}.`;
    return (value, place) =>
      typeof value === 'object' || choices.includes(value) ? none : [invalidAt(place, problem)];
  },
  list: element => (value, place) =>
    isRawList(value) ? inElements(element, value, place, index => `[${index}]`) : none,
  // An element of a set has no index.
  set: element => (value, place) => (isRawList(value) ? inElements(element, value, place, () => '[]') : none),
  map: element => (value, place) => {
    if (!isRawObject(value)) return none;
    return Object.entries(value).flatMap(([key, inner]) =>
      inner === null
        ? [invalidAt(place, `has a null under the key "${key}". ${removeIt}`)]
        : (element?.(inner, `${place}.${key}`) ?? none),
    );
  },
  object: members => {
    const checked = members.filter(
      ({ attribute, inner }) => attribute.check ?? inner ?? attribute.mode === 'required',
    );
    if (checked.length === 0) return undefined;
    return (value, place) => (isRawObject(value) ? inMembers(checked, value, place) : none);
  },
});

const removeIt = 'Remove it, or give it a value.';

const invalidAt = (place: string, problem: string): Fault => ({
  place,
  told: invalid(`Invalid ${place}`, `\`${place}\` ${problem}`),
});

function inElements(
  element: Find,
  values: readonly Raw[],
  place: string,
  stepOf: (index: number) => string,
): readonly Fault[] {
  if (values.includes(null)) return [invalidAt(place, `has an element that is null. ${removeIt}`)];
  if (element === undefined) return none;
  return values.flatMap((value, index) => element(value, place + stepOf(index)));
}

function inMembers(members: readonly Member<Find>[], object: RawObject, around: string): readonly Fault[] {
  let found = none;
  for (const { name, attribute, inner } of members) {
    const value = object[name] ?? null;
    const place = around === '' ? name : `${around}.${name}`;
    const here = value === null ? ofNull(attribute, place) : ofValue(attribute, inner, value, place);
    if (here.length > 0) found = [...found, ...here];
  }
  return found;
}

function ofNull({ mode }: Attribute, place: string): readonly Fault[] {
  if (mode !== 'required') return none;
  const problem = 'is required, and it is null. Give it a value. A variable with `default = null` has none.';
  return [{ place, told: invalid(`Missing ${place}`, `\`${place}\` ${problem}`) }];
}

/** An invalid value must not reach its check: the check expects valid parts. */
function ofValue({ type, check }: Attribute, inner: Find, value: Raw, place: string): readonly Fault[] {
  const inside = inner?.(value, place) ?? none;
  if (inside.length > 0 || check === undefined) return inside;
  const plain = toPlain(type, value);
  return plain === partlyUnknown ? none : check(plain).map(told => ({ place, told }));
}
