import type { Path } from './path';
import type { ConfigIn, DefaultIn, HoldsConfigurable } from './shapes';
import type { FlatType, ValueType } from './value-type';

/** What a check finds wrong, or doubtful, in a value. It never quotes a sensitive value. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** About five words. */
  readonly summary: string;
  /** What is wrong and what to do. */
  readonly detail: string;
  /** Where in the checked value it is, if not in all of it: `['receivers', 2, 'url']`. */
  readonly at?: Path;
  /** Terraform prints the source line of an attribute's diagnostic: true keeps a secret in it off the screen. */
  readonly holdsSecret?: boolean;
}

/** Looks at one known value. Pure; runs at validation, as often as Terraform asks. */
export type Check<Plain> = (value: Plain) => readonly Finding[];

export function invalid(summary: string, detail: string): Finding {
  return { severity: 'error', summary, detail };
}

export function doubtful(summary: string, detail: string): Finding {
  return { severity: 'warning', summary, detail };
}

interface Common<Type extends ValueType> {
  /** One or two sentences in Markdown, for the documentation in every language. */
  readonly description: string;
  /** Masked by Terraform in plans and output. Default: false. */
  readonly sensitive?: boolean;
  readonly check?: Check<ConfigIn<Type>>;
}

export interface ConfigurableOptions<Type extends ValueType> extends Common<Type> {
  /** A change of this attribute replaces the object. Default: false. */
  readonly replaces?: boolean;
}

export interface ComputedOptions {
  readonly description: string;
  readonly sensitive?: boolean;
  /** The value never changes in the object's life: an update plans the prior one. Default: false. */
  readonly stable?: boolean;
}

/** One attribute of a definition, as data, with its own type forgotten. The builders below are the way to make one. */
export interface Attribute {
  readonly mode: AttributeMode;
  readonly type: ValueType;
  readonly description: string;
  readonly sensitive: boolean;
  readonly writeOnly: boolean;
  readonly replaces: boolean;
  readonly stable: boolean;
  /** What an absent value becomes (mode `defaulted`). */
  readonly default?: unknown;
  /** Environment variable that stands in for an absent value (provider configuration only). */
  readonly environment?: string | undefined;
  /** A method, so that an attribute of any type can stand in a table of attributes. */
  check?(value: unknown): readonly Finding[];
}

/** An attribute of a known type. */
export interface AttributeOf<
  Type extends ValueType,
  Mode extends AttributeMode,
  WriteOnly extends boolean = false,
  Variable extends string | undefined = undefined,
> extends Attribute {
  readonly mode: Mode;
  readonly type: Type;
  readonly writeOnly: WriteOnly;
  readonly environment?: Variable;
}

/**
 * - `required`: the configuration must have it.
 * - `optional`: may be absent, and then stays so unless the environment gives it.
 * - `defaulted`: may be absent, and then has its default.
 * - `settled`: absent in the configuration, it comes from the environment; absent there too, it is an error.
 * - `computed`: the platform decides.
 * - `sometimes`: the platform decides, and may leave it absent.
 */
export type AttributeMode = 'required' | 'optional' | 'defaulted' | 'settled' | 'computed' | 'sometimes';

export type Attributes = Readonly<Record<string, Attribute>>;

/** Attributes of a resource, or of an object inside one: the environment gives none of them. */
export type NestableAttributes = Readonly<Record<string, Attribute & { readonly environment?: undefined }>>;

/** Attributes of a data source, which Terraform keeps in the state whole. */
export type DataSourceAttributes = Readonly<
  Record<string, Attribute & { readonly environment?: undefined; readonly writeOnly: false }>
>;

/** Settings of the provider: all of them are configured, and none is stored. */
export type ProviderAttributes = Readonly<
  Record<
    string,
    Attribute & { readonly mode: Exclude<AttributeMode, 'computed' | 'sometimes'>; readonly writeOnly: false }
  >
>;

/** Whether the platform alone decides the value. */
export function isComputed({ mode }: Attribute): boolean {
  return mode === 'computed' || mode === 'sometimes';
}

type Given = Pick<Attribute, 'description'> & Partial<Attribute>;

function attribute<Type extends ValueType, Mode extends AttributeMode, WriteOnly extends boolean>(
  mode: Mode,
  type: Type,
  writeOnly: WriteOnly,
  { environment: _variable, ...options }: Given,
): AttributeOf<Type, Mode, WriteOnly> {
  return { sensitive: false, replaces: false, stable: false, ...options, mode, type, writeOnly };
}

export function required<Type extends ValueType>(
  type: Type,
  options: ConfigurableOptions<NoInfer<Type>>,
): AttributeOf<Type, 'required'> {
  return attribute('required', type, false, options);
}

export interface WriteOnlyOptions<Type extends ValueType> extends ConfigurableOptions<Type> {
  /** Given to the handlers, never stored: null in plan and state (Terraform 1.11). */
  readonly writeOnly: true;
}

export interface DefaultedOptions<Type extends ValueType> extends ConfigurableOptions<Type> {
  readonly default: DefaultIn<Type>;
}

/** Of an object, mark the attributes inside as write-only: Terraform wants to know of each. */
export function optional<Type extends FlatType>(
  type: Type,
  options: WriteOnlyOptions<NoInfer<Type>>,
): AttributeOf<Type, 'optional', true>;
export function optional<Type extends ValueType>(
  type: Type,
  options: DefaultedOptions<NoInfer<Type>>,
): AttributeOf<Type, 'defaulted'>;
export function optional<Type extends ValueType>(
  type: Type,
  options: ConfigurableOptions<NoInfer<Type>>,
): AttributeOf<Type, 'optional'>;
export function optional<Type extends ValueType>(type: Type, options: Given) {
  const mode = options.default === undefined ? 'optional' : 'defaulted';
  return attribute(mode, type, options.writeOnly ?? false, options);
}

/** A setting of the provider that an environment variable may give instead; one of the two must. */
export function requiredOrFromEnvironment<Type extends ValueType>(
  variable: string,
  type: Type,
  options: Common<NoInfer<Type>>,
): AttributeOf<Type, 'settled', false, string> {
  return { ...attribute('settled', type, false, options), environment: variable };
}

/** A setting of the provider that an environment variable may give instead, and that may be absent. */
export function optionalOrFromEnvironment<Type extends ValueType>(
  variable: string,
  type: Type,
  options: Common<NoInfer<Type>>,
): AttributeOf<Type, 'optional', false, string> {
  return { ...attribute('optional', type, false, options), environment: variable };
}

/** In the place of the type of a computed attribute that holds configurable ones: nobody could configure those. */
type WhollyComputed<Type> =
  true extends HoldsConfigurable<Type>
    ? { readonly refused: 'inside a computed attribute all are computed' }
    : unknown;

/** The platform decides the value; `sometimes` says that it may be absent. */
export function computed<Type extends ValueType>(
  type: Type & WhollyComputed<Type>,
  options: ComputedOptions & { readonly sometimes: true },
): AttributeOf<Type, 'sometimes'>;
export function computed<Type extends ValueType>(
  type: Type & WhollyComputed<Type>,
  options: ComputedOptions,
): AttributeOf<Type, 'computed'>;
export function computed<Type extends ValueType>(
  type: Type,
  { sometimes, ...options }: ComputedOptions & { readonly sometimes?: boolean },
) {
  return attribute(sometimes ? 'sometimes' : 'computed', type, false, options);
}
