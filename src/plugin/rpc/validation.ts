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
  for (const { path, say } of findings.ofAttributes(attributes)?.(config) ?? none) {
    const place = path.replace(/^\./, '');
    diagnostics.addFinding(say(place), place);
  }
  const rawOf = (name: string) => config[name] ?? null;
  rule?.(toPlannedObject(attributes, rawOf), {
    ...knowledgeOf(attributes, rawOf),
    warn: diagnostics.warn,
    fail: diagnostics.fail,
  });
}

interface Fault {
  /** Such as `.rotation.overlap_days` and `.receivers[2].url`. */
  readonly path: string;
  readonly say: (place: string) => CheckFinding;
}

/** Validates the known parts of a value. `undefined` for a type that has no faults to find. */
type Find = ((value: Raw) => readonly Fault[]) | undefined;

const none: readonly Fault[] = [];

/**
 * The faults of a value. Terraform checks types itself, but it accepts nulls inside collections and for required attributes,
 * and does not know our own constraints.
 */
const findings = walkTypes<Find>({
  scalar: type => {
    if (type.kind !== 'string' || type.meanings === undefined) return undefined;
    const choices: readonly Raw[] = Object.keys(type.meanings);
    return value => (typeof value === 'object' || choices.includes(value) ? none : [noChoice(choices)]);
  },
  list: element => value => (isRawList(value) ? inElements(element, value, index => `[${index}]`) : none),
  // An element of a set has no index.
  set: element => value => (isRawList(value) ? inElements(element, value, () => '[]') : none),
  map: element => value => {
    if (!isRawObject(value)) return none;
    return Object.entries(value).flatMap(([key, inner]) =>
      inner === null ? [nullUnder(key)] : under(`.${key}`, element?.(inner)),
    );
  },
  object: members => {
    const checked = members.filter(
      ({ attribute, inner }) => attribute.check ?? inner ?? attribute.mode === 'required',
    );
    if (checked.length === 0) return undefined;
    return value => (isRawObject(value) ? inMembers(checked, value) : none);
  },
});

function inElements(
  element: Find,
  values: readonly Raw[],
  stepOf: (index: number) => string,
): readonly Fault[] {
  if (values.includes(null)) return [nullElement];
  if (element === undefined) return none;
  return values.flatMap((value, index) => under(stepOf(index), element(value)));
}

function inMembers(members: readonly Member<Find>[], value: RawObject): readonly Fault[] {
  let found = none;
  for (const { name, attribute, inner } of members) {
    const part = value[name] ?? null;
    const here = part === null ? ofNull(attribute) : ofPart(attribute, inner, part);
    if (here.length > 0) found = [...found, ...under(`.${name}`, here)];
  }
  return found;
}

const ofNull = ({ mode }: Attribute): readonly Fault[] => (mode === 'required' ? [nullRequired] : none);

/** An invalid value must not reach its check: the check expects valid parts. */
function ofPart(attribute: Attribute, inner: Find, part: Raw): readonly Fault[] {
  const inside = inner?.(part) ?? none;
  return inside.length > 0 ? inside : checked(attribute, part);
}

function checked(attribute: Attribute, value: Raw): readonly Fault[] {
  if (attribute.check === undefined) return none;
  const plain = toPlain(attribute.type, value);
  if (plain === partlyUnknown) return none;
  return attribute.check(plain).map(told => ({ path: '', say: () => told }));
}

function under(step: string, found: readonly Fault[] = none): readonly Fault[] {
  return found.map(({ path, say }) => ({ path: step + path, say }));
}

const nullRequired: Fault = {
  path: '',
  say: place =>
    invalid(
      `Missing ${place}`,
      `\`${place}\` is required, and it is null. Give it a value. A variable with \`default = null\` has none.`,
    ),
};

const nullElement: Fault = {
  path: '',
  say: place =>
    invalid(`Invalid ${place}`, `\`${place}\` has an element that is null. Remove it, or give it a value.`),
};

const nullUnder = (key: string): Fault => ({
  path: '',
  say: place =>
    invalid(
      `Invalid ${place}`,
      `\`${place}\` has a null under the key "${key}". Remove it, or give it a value.`,
    ),
});

const noChoice = (choices: readonly Raw[]): Fault => ({
  path: '',
  say: place =>
    invalid(
      `Invalid ${place}`,
      `\`${place}\` must be one of ${choices.map(choice => `"${choice}"`).join(', ')}.`,
    ),
});
