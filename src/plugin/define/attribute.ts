import type { Attribute, AttributeMode, Check, CheckFinding, ScalarType, ValueType } from './schema-types';
import type { ModesInside, PlainOf } from './shapes';

export function invalid(summary: string, detail: string): CheckFinding {
  return { severity: 'error', summary, detail };
}

export function doubtful(summary: string, detail: string): CheckFinding {
  return { severity: 'warning', summary, detail };
}

type Given = Pick<Attribute, 'description'> & Partial<Attribute>;

export interface ConfigurableOptions<Type extends ValueType>
  extends Pick<Given, 'canonical' | 'description' | 'replaces' | 'sensitive'> {
  readonly check?: Check<PlainOf<Type>>;
}

export type ComputedOptions = Pick<Given, 'canonical' | 'description' | 'sensitive' | 'stable'>;

export interface AttributeOf<
  Type extends ValueType,
  Mode extends AttributeMode,
  WriteOnly extends boolean = false,
> extends Attribute {
  readonly mode: Mode;
  readonly type: Type;
  readonly writeOnly: WriteOnly;
}

/** Attributes of a data source. Terraform stores all of them in the state. */
export type DataSourceAttributes = Readonly<Record<string, Attribute & { readonly writeOnly: false }>>;

/** Settings of the provider: all of them are configured, and none is stored. */
export type ProviderAttributes = Readonly<
  Record<
    string,
    Attribute & { readonly mode: Exclude<AttributeMode, 'computed' | 'sometimes'>; readonly writeOnly: false }
  >
>;

/** Returns true if only the platform sets the value. */
export function isComputed({ mode }: Attribute): boolean {
  return mode === 'computed' || mode === 'sometimes';
}

/** Rejects an object whose attributes have other modes. The compiler shows the text. */
type MadeOf<Type, Mode extends AttributeMode> = [ModesInside<Type>] extends [Mode]
  ? unknown
  : { readonly refused: 'inside a computed attribute all are computed, and inside another one none is' };

type Configured<Type> = MadeOf<Type, 'required' | 'optional'>;
type WhollyComputed<Type> = MadeOf<Type, 'computed' | 'sometimes'>;

function attribute<Type extends ValueType, Mode extends AttributeMode, WriteOnly extends boolean>(
  mode: Mode,
  type: Type,
  writeOnly: WriteOnly,
  options: Given,
): AttributeOf<Type, Mode, WriteOnly> {
  return { sensitive: false, replaces: false, stable: false, ...options, mode, type, writeOnly };
}

export interface WriteOnlyOptions<Type extends ValueType> extends ConfigurableOptions<Type> {
  /** Passed to the handlers, never stored: null in plan and state (Terraform 1.11). */
  readonly writeOnly: true;
}

/** Write-only values are scalars: for an object, Terraform would have to know each attribute inside. */
export function required<Type extends ScalarType>(
  type: Type,
  options: WriteOnlyOptions<NoInfer<Type>>,
): AttributeOf<Type, 'required', true>;
export function required<Type extends ValueType>(
  type: Type & Configured<Type>,
  options: ConfigurableOptions<NoInfer<Type>>,
): AttributeOf<Type, 'required'>;
export function required<Type extends ValueType>(type: Type, options: Given) {
  return attribute('required', type, options.writeOnly ?? false, options);
}

export function optional<Type extends ScalarType>(
  type: Type,
  options: WriteOnlyOptions<NoInfer<Type>>,
): AttributeOf<Type, 'optional', true>;
export function optional<Type extends ValueType>(
  type: Type & Configured<Type>,
  options: ConfigurableOptions<NoInfer<Type>> & { readonly default: PlainOf<NoInfer<Type>> },
): AttributeOf<Type, 'defaulted'>;
export function optional<Type extends ValueType>(
  type: Type & Configured<Type>,
  options: ConfigurableOptions<NoInfer<Type>>,
): AttributeOf<Type, 'optional'>;
export function optional<Type extends ValueType>(type: Type, options: Given) {
  const mode = options.default === undefined ? 'optional' : 'defaulted';
  return attribute(mode, type, options.writeOnly ?? false, options);
}

/** The platform sets the value. `sometimes` allows it to be absent. */
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
