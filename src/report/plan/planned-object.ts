import { secretAttributes } from '../../constructs/gen/secret-arguments';
import { withoutKeys } from './address';
import {
  isEqual,
  isObject,
  type Json,
  type JsonObject,
  listIn,
  member,
  objectIn,
  textIn,
  textsIn,
} from './json';

/** An object of a plan: one entry of `resource_changes` or `resource_drift`. */
export interface PlannedObject {
  readonly address: string;
  /** Where it was, if it has moved: Terraform and OpenTofu omit it otherwise. */
  readonly previousAddress: string | undefined;
  /** Address without the keys of `count` and `for_each`, as the configuration has it. */
  readonly block: string;
  readonly isData: boolean;
  readonly type: string;
  /** Source address of the provider, such as `registry.terraform.io/svc/svc`. */
  readonly provider: string;
  /** Terraform's key of a deposed object. */
  readonly deposed: string | undefined;
  /** Terraform's names: `create`, `update`, `delete`, … A replacement has two of them. */
  readonly actions: readonly string[];
  readonly reason: string | undefined;
  readonly importedId: string | undefined;
  readonly isImported: boolean;
  readonly before: JsonObject | undefined;
  readonly after: JsonObject | undefined;
  /** The shape of `after`, with `true` for a value that is known after apply; undefined if there is none. */
  readonly unknown: Json;
  /** The shape of the values, with `true` for a sensitive one: what is secret in every plan is, marked or not. */
  readonly beforeSensitive: Json;
  readonly afterSensitive: Json;
  /** First steps of the paths of the attributes that force a replacement. */
  readonly replacedBy: readonly string[];
}

/** Returns undefined for an entry without an address, a type or a change: it is no resource change. */
export function plannedObject(entry: Json): PlannedObject | undefined {
  const address = textIn(member(entry, 'address'));
  const type = textIn(member(entry, 'type'));
  const change = member(entry, 'change');
  if (address === undefined || type === undefined || !isObject(change)) return undefined;
  const importing = member(change, 'importing');
  const { before, after } = change;
  const marks = member(change, 'after_unknown');
  const unknown = hasMark(marks) ? marks : undefined;
  return {
    address,
    type,
    previousAddress: textIn(member(entry, 'previous_address')),
    block: withoutKeys(address),
    isData: member(entry, 'mode') === 'data',
    provider: textIn(member(entry, 'provider_name')) ?? '',
    deposed: textIn(member(entry, 'deposed')),
    actions: textsIn(member(change, 'actions')),
    reason: textIn(member(entry, 'action_reason')),
    isImported: isObject(importing),
    importedId: textIn(member(importing, 'id') ?? member(member(importing, 'identity'), 'id')),
    before: valuesIn(before),
    after: valuesIn(after),
    unknown,
    beforeSensitive: marked(member(change, 'before_sensitive'), type, before),
    afterSensitive: marked(member(change, 'after_sensitive'), type, after, unknown),
    replacedBy: listIn(member(change, 'replace_paths')).flatMap(path => textIn(listIn(path)[0]) ?? []),
  };
}

export type Typed = Pick<PlannedObject, 'type'>;

const everySecret = Object.values(secretAttributes).flat();

/** Returns the attributes that are secret in every plan. A type of a newer provider may have any of them. */
export const secretsOf = (of: Typed): readonly string[] =>
  isOurs(of) ? (secretAttributes[of.type] ?? everySecret) : [];

/**
 * Returns the marks of what nobody is shown. The platform shows the arguments of our objects, so marks of the configuration hide
 * none of them but secrets and the triggers of rotations.
 */
export const hiddenMarks = (of: Typed, argument: string, sensitive: Json): Json =>
  isOurs(of) && argument !== 'rotation' ? secretsOf(of).includes(argument) : member(sensitive, argument);

/** Marks each that has a value, if Terraform has not: of thousands of objects, few are copied. */
function marked(marks: Json, type: string, values: Json, unknown?: Json): Json {
  let all = marks;
  for (const name of secretsOf({ type })) {
    if (all === true || member(all, name) === true) continue;
    const isSet = [values, unknown].some(side => (member(side, name) ?? false) !== false);
    if (isSet) all = { ...objectIn(all), [name]: true };
  }
  return all;
}

const valuesIn = (value: Json) => (isObject(value) ? value : undefined);

/**
 * True if no part of the attribute is known after apply only. Most objects have no unknown value at all.
 *
 * @param path such as `rotation` or `rotation.after_days`
 */
export const isKnown = ({ unknown }: PlannedObject, path: string): boolean =>
  unknown === undefined || !hasMark(path.split('.').reduce(marksOf, unknown));

/** True if a part of the attribute is sensitive, before or after. */
export function isSensitive({ beforeSensitive, afterSensitive }: PlannedObject, attribute: string): boolean {
  return [beforeSensitive, afterSensitive].some(marks => hasMark(marksOf(marks, attribute)));
}

/** Names the attributes that change, or whose value is known after apply only. */
export function changedIn({ before = {}, after = {}, unknown }: PlannedObject): readonly string[] {
  const names = new Set([before, after, objectIn(unknown)].flatMap(values => Object.keys(values)));
  return [...names].filter(
    name => hasMark(marksOf(unknown, name)) || !isEqual(member(before, name), member(after, name)),
  );
}

export const marksOf = (marks: Json, name: string): Json => (marks === true ? true : member(marks, name));

/** True if a part of these marks is set. */
export function hasMark(marks: Json): boolean {
  if (marks === true) return true;
  if (Array.isArray(marks)) return marks.some(hasMark);
  return isObject(marks) && Object.values(marks).some(hasMark);
}

/** True for an object of this provider, from whichever registry or mirror it was installed. */
export const isOurs = ({ type }: Typed) => type.startsWith('svc_');
