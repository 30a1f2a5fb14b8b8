/**
 * Where a value comes from, as far as the program shows it.
 *
 * @internal
 */
export interface Origin {
  /** True if the value contains a reference to something outside the program, or is null. */
  readonly fromOutside: boolean;
  /** Place of a part that is in the program. */
  readonly place?: string | undefined;
  /** Place of a literal that the value is, can be or contains. */
  readonly literal?: string | undefined;
  /** A variable in the value that Terraform records. */
  readonly recorded?: string | undefined;
  /** An ephemeral variable or resource in the value. */
  readonly ephemeral?: string | undefined;
}

/** @internal */
export const outside: Origin = { fromOutside: true };

/**
 * Returns the origin of a part that anybody with the program can compute. It may still be joined to a reference.
 *
 * @internal
 */
export function inProgram(place: string): Origin {
  return { fromOutside: false, place };
}

/** Length from which a text in an expression counts as a literal. Shorter texts are separators and prefixes. */
const long = 8;

/** @internal */
export function ofText(text: string, place: string): Origin {
  return { ...inProgram(place), literal: text.length < long ? undefined : place };
}

/**
 * Returns the origin of a value that contains all of these.
 *
 * @internal
 */
export function joined(origins: readonly Origin[]): Origin {
  const first = (key: 'place' | 'literal' | 'recorded' | 'ephemeral') =>
    origins.find(origin => origin[key] !== undefined)?.[key];
  return {
    fromOutside: origins.some(({ fromOutside }) => fromOutside),
    place: first('place'),
    literal: first('literal'),
    recorded: first('recorded'),
    ephemeral: first('ephemeral'),
  };
}

/**
 * Returns the origin of a value that is one of these. Each of them must come from outside the program.
 *
 * @internal
 */
export function oneOf(origins: readonly Origin[], place: string): Origin {
  return { ...joined(origins.map(origin => whole(origin, place))), fromOutside: true };
}

/**
 * Returns the origin of a value to which nothing is joined.
 *
 * @internal
 */
export function whole(origin: Origin, place: string): Origin {
  const { fromOutside, literal = fromOutside ? undefined : (origin.place ?? place) } = origin;
  return { ...origin, literal };
}
