import type { ValueType } from './value-type';

/** What a check finds wrong, or doubtful, in a value. It never quotes a sensitive value. */
export interface Finding {
  readonly severity: 'error' | 'warning';
  /** About five words. */
  readonly summary: string;
  /** What is wrong and what to do. */
  readonly detail: string;
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

interface Common<Plain> {
  /** One or two sentences in Markdown, for the documentation in every language. */
  readonly description: string;
  /** Masked by Terraform in plans and output. Default: false. */
  readonly sensitive?: boolean;
  readonly check?: Check<Plain>;
}

export interface ConfigurableOptions<Plain> extends Common<Plain> {
  /** A change of this attribute replaces the object. Default: false. */
  readonly replaces?: boolean;
}

export interface OptionalOptions<Plain> extends ConfigurableOptions<Plain> {
  /** Given to the handlers, never stored: null in plan and state (Terraform 1.11). Default: false. */
  readonly writeOnly?: boolean;
}

export interface ComputedOptions extends Omit<Common<never>, 'check'> {
  /** The value never changes in the object's life: an update plans the prior one. Default: false. */
  readonly stable?: boolean;
}

/** One attribute of a definition, as data. The builders below are the way to make one. */
export interface Attribute<
  Plain = unknown,
  Mode extends AttributeMode = AttributeMode,
  WriteOnly extends boolean = boolean,
> {
  readonly mode: Mode;
  readonly type: ValueType<Plain>;
  readonly description: string;
  readonly sensitive: boolean;
  readonly writeOnly: WriteOnly;
  readonly replaces: boolean;
  readonly stable: boolean;
  /** What an absent value becomes (mode `defaulted`). */
  readonly default?: unknown;
  /** Environment variable that stands in for an absent value (provider configuration only). */
  readonly environment?: string;
  /** A method, so that an attribute of any type can stand in a table of attributes. */
  check?(value: Plain): readonly Finding[];
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

/** Whether the platform alone decides the value. */
export function isComputed({ mode }: Attribute): boolean {
  return mode === 'computed' || mode === 'sometimes';
}

function attribute<Plain, Mode extends AttributeMode, WriteOnly extends boolean>(
  mode: Mode,
  type: ValueType<Plain>,
  writeOnly: WriteOnly,
  options: Partial<Attribute<Plain>> & { readonly description: string },
): Attribute<Plain, Mode, WriteOnly> {
  return { sensitive: false, replaces: false, stable: false, ...options, mode, type, writeOnly };
}

export function required<Plain>(
  type: ValueType<Plain>,
  options: ConfigurableOptions<NoInfer<Plain>>,
): Attribute<Plain, 'required', false> {
  return attribute('required', type, false, options);
}

export function optional<Plain>(
  type: ValueType<Plain>,
  options: OptionalOptions<NoInfer<Plain>> & { readonly writeOnly: true },
): Attribute<Plain, 'optional', true>;
export function optional<Plain>(
  type: ValueType<Plain>,
  options: OptionalOptions<NoInfer<Plain>> & { readonly default: NoInfer<Plain> },
): Attribute<Plain, 'defaulted', false>;
export function optional<Plain>(
  type: ValueType<Plain>,
  options: OptionalOptions<NoInfer<Plain>>,
): Attribute<Plain, 'optional', false>;
export function optional<Plain>(
  type: ValueType<Plain>,
  options: OptionalOptions<Plain> & { readonly default?: Plain },
): Attribute<Plain> {
  const mode = options.default === undefined ? 'optional' : 'defaulted';
  return attribute(mode, type, options.writeOnly ?? false, options);
}

/** A setting of the provider that an environment variable may give instead; one of the two must. */
export function requiredOrFromEnvironment<Plain>(
  variable: string,
  type: ValueType<Plain>,
  options: Common<NoInfer<Plain>>,
): Attribute<Plain, 'settled', false> {
  return attribute('settled', type, false, { ...options, environment: variable });
}

/** A setting of the provider that an environment variable may give instead, and that may be absent. */
export function optionalOrFromEnvironment<Plain>(
  variable: string,
  type: ValueType<Plain>,
  options: Common<NoInfer<Plain>>,
): Attribute<Plain, 'optional', false> {
  return attribute('optional', type, false, { ...options, environment: variable });
}

/** The platform decides the value; `sometimes` says that it may be absent. */
export function computed<Plain>(
  type: ValueType<Plain>,
  options: ComputedOptions & { readonly sometimes: true },
): Attribute<Plain, 'sometimes', false>;
export function computed<Plain>(
  type: ValueType<Plain>,
  options: ComputedOptions,
): Attribute<Plain, 'computed', false>;
export function computed<Plain>(
  type: ValueType<Plain>,
  { sometimes, ...options }: ComputedOptions & { readonly sometimes?: boolean },
): Attribute<Plain> {
  return attribute(sometimes ? 'sometimes' : 'computed', type, false, options);
}
