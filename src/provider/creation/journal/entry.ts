/**
 * One create that has not reached a state as far as we know. Each entry is a file, and its name names the owner:
 * `OWNER.NUMBER.json` (`owner.ts`). It holds no secret: the fields of the object are stored as a digest.
 */
export interface Entry {
  /** Name of the file. */
  readonly file: string;
  /** Type name of the resource. */
  readonly resource: string;
  /** See `recognizedDigest`. */
  readonly digest: string;
  /** See `place.ts`. */
  readonly place: string | undefined;
  /** Time before the first request, milliseconds since 1970 by the platform's clock. */
  readonly start: number;
  /** Sent with every request of this create, by later runs too. */
  readonly idempotencyKey: string;
  /** The id in the platform's answer. Absent if no answer has come. */
  readonly id: string | undefined;
  /**
   * Set at the end of a whole plan that found the id in no state. `used`: the plan creates an equal object, so its apply
   * acts on the entry. `left`: it does not.
   */
  readonly mark: 'used' | 'left' | undefined;
}

export type Intent = Pick<Entry, 'resource' | 'digest' | 'place' | 'start' | 'idempotencyKey'>;

/** Each line begins with its line feed: a line that was cut off with its writer then does not spoil the next one. */
export const lineOf = (content: Intent | Pick<Entry, 'id'> | { readonly mark: string }) =>
  `\n${JSON.stringify(content)}`;

/** Returns the owner and the number, the parts of a file name. Undefined for another file. */
export function partsOf(file: string): readonly [owner: string, number: string] | undefined {
  const [owner, number, suffix, ...rest] = file.split('.');
  const isEntry = suffix === 'json' && rest.length === 0;
  return isEntry && owner !== undefined && number !== undefined ? [owner, number] : undefined;
}

/** Parses a file. Later lines complete the first. Undefined if the first is cut off: its request was never sent. */
export function parseEntry(file: string, text: string): Entry | undefined {
  const facts: Readonly<Record<string, unknown>> = Object.assign({}, ...text.split('\n').map(parseLine));
  const { resource, digest, place, start, idempotencyKey, id, mark } = facts;
  const isWhole = isText(resource) && isText(digest) && isText(idempotencyKey) && typeof start === 'number';
  if (!isWhole) return undefined;
  return {
    file,
    resource,
    digest,
    start,
    idempotencyKey,
    place: isText(place) ? place : undefined,
    id: isText(id) ? id : undefined,
    mark: mark === 'used' || mark === 'left' ? mark : undefined,
  };
}

const isText = (value: unknown): value is string => typeof value === 'string';

function parseLine(text: string): object {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : {};
  } catch {
    return {};
  }
}
