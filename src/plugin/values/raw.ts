/**
 * A value as Terraform sends it, with nulls and unknowns. Only this folder, `planning/` and `rpc/` use it. A
 * 64-bit integer is a bigint: a double may not represent all its digits.
 */
export type Raw = null | Unknown | string | number | bigint | boolean | readonly Raw[] | RawObject;

export interface RawObject {
  readonly [attribute: string]: Raw;
}

/**
 * An unknown value. Terraform may add refinements (msgpack extension 12). They are kept as bytes, since a planned
 * value must be returned as configured.
 */
export class Unknown {
  constructor(
    readonly extension: number,
    readonly payload: Uint8Array,
  ) {}
}

/** An unknown without refinements (extension 0, whose one byte has no meaning). */
export const unknown = new Unknown(0, new Uint8Array([0]));

export function isRawObject(value: Raw | undefined): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unknown);
}

export function isRawList(value: Raw | undefined): value is readonly Raw[] {
  return Array.isArray(value);
}

/** Returns true if no part of the value is unknown. */
export function isWhollyKnown(value: Raw): boolean {
  if (value instanceof Unknown) return false;
  if (isRawList(value)) return value.every(isWhollyKnown);
  return !isRawObject(value) || Object.values(value).every(isWhollyKnown);
}
