/**
 * A value as Terraform sends it, nulls and unknowns included. This folder, `planning/` and `rpc/` are the only places
 * that see one. A whole number that took 64 bits is a bigint: a double may not hold all its digits.
 */
export type Raw = null | Unknown | string | number | bigint | boolean | readonly Raw[] | RawObject;

export interface RawObject {
  readonly [attribute: string]: Raw;
}

/**
 * A value that Terraform does not know yet. Terraform may attach refinements to it (msgpack extension 12); they
 * are kept as bytes, since a planned value has to come back as it was configured.
 */
export class Unknown {
  constructor(
    readonly extension: number,
    readonly payload: Uint8Array,
  ) {}
}

/** An unknown about which nothing more is said (extension 0, whose one byte means nothing). */
export const unknown = new Unknown(0, new Uint8Array([0]));

export function isRawObject(value: Raw | undefined): value is RawObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Unknown);
}

export function isRawList(value: Raw | undefined): value is readonly Raw[] {
  return Array.isArray(value);
}

/** Whether no part of the value is unknown. */
export function isWhollyKnown(value: Raw): boolean {
  if (value instanceof Unknown) return false;
  if (isRawList(value)) return value.every(isWhollyKnown);
  return !isRawObject(value) || Object.values(value).every(isWhollyKnown);
}
