import { isDeepStrictEqual } from 'node:util';
import { DecodeFault, type Decoder, type FieldReader, object } from './decode';

/**
 * The role of a field: who sets it, and which requests and responses contain it.
 * - `assigned`: the platform sets it.
 * - `writable`: creates and updates send it.
 * - `fixed`: creates send it, and it never changes.
 * - `hidden`: creates and updates send it, and no response contains it: a secret of the caller.
 * - `issued`: only the response to the create contains it: a secret of the platform.
 */
export type Role = 'assigned' | 'writable' | 'fixed' | 'hidden' | 'issued';

/**
 * A response without the id, or without an issued field, is an error: no later one has it. Any other field is shown as it
 * comes: if it is absent or has another type, the response says nothing of it, and the state keeps its value.
 */
export interface Field<R extends Role = Role, Value = unknown> {
  readonly role: R;
  readonly decoder: Decoder<Value>;
  /** True if objects that differ in this field do not look alike. */
  readonly identifies: boolean;
  /** Returns equal values for all that mean the same to the platform. @default a list is a set, anything else itself */
  readonly canonical: (value: unknown) => unknown;
}

export type Fields = Readonly<Record<string, Field>>;

/** Returns a list without repetitions and in one order: the platform ignores both. Terraform keeps every text in NFC. */
const standardForm = (value: unknown): unknown => {
  if (Array.isArray(value)) return [...new Set(value)].sort();
  return typeof value === 'string' ? value.normalize() : value;
};

const fieldOf =
  <R extends Role>(role: R) =>
  <Value>(decoder: Decoder<Value>, options: Partial<Field> = {}): Field<R, Value> => ({
    identifies: false,
    canonical: standardForm,
    ...options,
    role,
    decoder,
  });

export const assigned = fieldOf('assigned');
export const writable = fieldOf('writable');
export const fixed = fieldOf('fixed');
export const hidden = fieldOf('hidden');
export const issued = fieldOf('issued');

/** The roles of the fields that every response contains, and of those that requests contain. */
const shown = ['assigned', 'writable', 'fixed'] as const;
const sent = ['writable', 'fixed', 'hidden'] as const;
export type Shown = (typeof shown)[number];
export type Sent = (typeof sent)[number];

export type NamesOf<F extends Fields, R extends Role = Role> = {
  [Name in keyof F]: F[Name] extends Field<R> ? Name & string : never;
}[keyof F];

type ValueOf<F> = F extends Field<Role, infer Value> ? Value : never;
type Values<F extends Fields, R extends Role> = { readonly [Name in NamesOf<F, R>]: ValueOf<F[Name]> };
type OptionalNames<F extends Fields> = {
  [Name in keyof F]: undefined extends ValueOf<F[Name]> ? Name : never;
}[keyof F];

/** An object as a response shows it: any field but its id may be absent. */
export type PartialItem<F extends Fields, R extends Role = Shown> = Partial<Values<F, R>> &
  Values<F, R & 'issued'> & { readonly id: string };

/** An object with every field that the platform shows, as the contract has them. */
export type Item<F extends Fields> = Values<F, Shown> & { readonly id: string };
/** The response to a create, as the contract has it. */
export type Created<F extends Fields> = Values<F, Shown | 'issued'> & { readonly id: string };
/** The body of a create request. */
export type Wanted<F extends Fields> = Omit<Values<F, Sent>, OptionalNames<F>> &
  Partial<Pick<Values<F, Sent>, Extract<OptionalNames<F>, NamesOf<F, Sent>>>>;
/** The body of an update request. An absent or undefined field stays unchanged. Null clears an optional one. */
export type Changes<F extends Fields> = {
  readonly [Name in NamesOf<F, 'writable' | 'hidden'>]?:
    | ValueOf<F[Name]>
    | (undefined extends ValueOf<F[Name]> ? null : never)
    | undefined;
};

/** A table with a value for each field. `satisfies` names a field that is missing in the table, or in the contract. */
export type EachField<F extends Fields, R extends Role, Value> = Readonly<Record<NamesOf<F, R>, Value>>;

/** Returns the names of the fields with these roles, in the order of the contract. */
export function namesOf<F extends Fields, R extends Role>(fields: F, ...roles: R[]): NamesOf<F, R>[] {
  const hasRole = (name: string): name is NamesOf<F, R> => roles.some(role => role === fields[name]?.role);
  return Object.keys(fields).filter(hasRole);
}

export const identifyingNames = (fields: Fields) =>
  Object.keys(fields).filter(name => fields[name]?.identifies);

/** Returns the values by which objects look alike, in canonical form. An absent list and an empty list look the same. */
export const identifyingValues = (fields: Fields, values: object): readonly unknown[] =>
  identifyingNames(fields).map(name => fields[name]?.canonical(Reflect.get(values, name) ?? []));

export const itemDecoder = <F extends Fields>(fields: F) => decoderOf<PartialItem<F>>(fields, shown);
export const createdDecoder = <F extends Fields>(fields: F) =>
  decoderOf<PartialItem<F, Shown | 'issued'>>(fields, [...shown, 'issued']);

function decoderOf<Values>(fields: Fields, roles: readonly Role[]): Decoder<Values> {
  const members = Object.entries(fields).filter(([, { role }]) => roles.includes(role));
  // The types above select the same fields from the same table. The compiler cannot infer that from a loop.
  return object(read => Object.fromEntries(members.flatMap(member => toldOf(read, ...member))) as Values);
}

/** Returns the field with its value, or nothing if it is not needed and cannot be read. */
function toldOf(read: FieldReader, name: string, { decoder, role }: Field): readonly [string, unknown][] {
  const isNeeded = name === 'id' || role === 'issued';
  try {
    return [[name, read(name, isNeeded ? decoder : present(decoder))]];
  } catch (error) {
    if (isNeeded || !(error instanceof DecodeFault)) throw error;
    return [];
  }
}

/** Refuses an absent field. Only null says that an optional field is empty. */
const present =
  <Value>(decoder: Decoder<Value>): Decoder<Value> =>
  (value, path) => {
    if (value === undefined) throw new DecodeFault(path, 'a value');
    return decoder(value, path);
  };

/** Returns the body of a create request. Values that no request contains are left out. */
export function bodyOf(fields: Fields, wanted: object): object {
  return valuesOf(wanted, namesOf(fields, ...sent));
}

/** Returns the secrets in values of the fields: no message may repeat them. */
export function secretsIn(fields: Fields, values: object): readonly string[] {
  const secrets = Object.values(valuesOf(values, namesOf(fields, 'hidden', 'issued')));
  return secrets.filter(secret => typeof secret === 'string');
}

/** Returns what an update can change and the platform shows, in canonical form. JSON keeps null for an absent one. */
export function watchedOf(fields: Fields, values: object): Readonly<Record<string, unknown>> {
  const watched = Object.entries(valuesOf(values, namesOf(fields, 'writable')));
  return Object.fromEntries(watched.map(([name, value]) => [name, fields[name]?.canonical(value ?? null)]));
}

/** True if a response shows the object as known. A field that is undefined in `known` matches anything. */
export function isAsKnown(fields: Fields, known: object, item: object): boolean {
  return Object.entries(valuesOf(known, namesOf(fields, ...shown))).every(([name, value]) => {
    const canonical = (each: unknown) => fields[name]?.canonical(each ?? null);
    if (value === undefined) return true;
    // A list may show less than a GET.
    if (!Object.hasOwn(item, name)) return fields[name]?.role === 'assigned';
    return isDeepStrictEqual(canonical(value), canonical(Reflect.get(item, name)));
  });
}

/** Returns the known fixed fields. They never change, so an answer with another value only spells it otherwise. */
export function fixedIn(fields: Fields, known: object): Readonly<Record<string, unknown>> {
  const fixedValues = Object.entries(valuesOf(known, namesOf(fields, 'fixed')));
  return Object.fromEntries(fixedValues.filter(([, value]) => value !== undefined));
}

/** Returns the names of the fields that were sent and that the answer shows with another value. An absent one says nothing. */
export const namesShownOtherwise = (fields: Fields, sent: object, told: object): readonly string[] =>
  namesOf(fields, 'writable', 'fixed')
    .filter(name => Object.hasOwn(told, name))
    .filter(name => !isAsKnown(fields, { [name]: Reflect.get(sent, name) }, told));

/** Returns the body of an update: what changes, and the hidden fields that are given. Undefined if that is nothing. */
export function changesOf<F extends Fields>(
  fields: F,
  before: object,
  wanted: object,
): Changes<F> | undefined {
  const [past, planned] = [watchedOf(fields, before), watchedOf(fields, wanted)];
  const hiddenValues = Object.entries(valuesOf(wanted, namesOf(fields, 'hidden')));
  const changed = Object.keys(planned).filter(name => !isDeepStrictEqual(past[name], planned[name]));
  const changes = [
    ...Object.entries(valuesOf(wanted, changed)).map(([name, value]) => [name, value ?? null]),
    ...hiddenValues.filter(([, value]) => value !== undefined),
  ];
  // Only names of `Changes` are left, with values of `Wanted`, or null for an absent one.
  return changes.length === 0 ? undefined : (Object.fromEntries(changes) as Changes<F>);
}

/** Returns the body of an update that leaves nothing out. Undefined if a hidden field is not known. */
export function wholeUpdateOf<F extends Fields>(fields: F, wanted: object): Changes<F> | undefined {
  const hiddenValues = valuesOf(wanted, namesOf(fields, 'hidden'));
  if (Object.values(hiddenValues).includes(undefined)) return undefined;
  const whole = Object.entries({ ...valuesOf(wanted, namesOf(fields, 'writable')), ...hiddenValues });
  // The roles are those of `Changes`, which the compiler cannot infer from a table.
  return Object.fromEntries(whole.map(([name, value]) => [name, value ?? null])) as Changes<F>;
}

export const isEmptyValue = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** Returns the writable fields that an answer shows without a value. An absent one says nothing. */
export const emptyIn = (fields: Fields, answer: object): readonly string[] =>
  namesOf(fields, 'writable').filter(
    name => Object.hasOwn(answer, name) && isEmptyValue(Reflect.get(answer, name)),
  );

function valuesOf(values: object, names: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(names.map(name => [name, Reflect.get(values, name)]));
}
