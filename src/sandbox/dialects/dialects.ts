import type { Verb } from '../../client/contract/operations';

/** How a platform may differ from our reading of its document. Each dialect is a value for each of these options. */
export interface Dialect {
  /**
   * Refuses unknown fields, query parameters, event types and scopes (422), and a body whose type is not JSON (415).
   */
  readonly refusesUnknown: boolean;
  /** Whether a POST with an Idempotency-Key runs once, or the header is ignored. */
  readonly idempotency: 'honoured' | 'ignored';
  /** Stores addresses as `new URL(x).href`, lists sorted and without duplicates, names without outer blanks. */
  readonly isCanonical: boolean;
  /** Number of listings after a request's write that still show the object as it was before. GET is exact. */
  readonly lateListings: number;
  /** Fields that no response contains. */
  readonly omitted: readonly string[];
  /** Fields that every object and page has in addition. The platform's own fields take precedence. */
  readonly added: Readonly<Record<string, unknown>>;
  /** Other words for values, by field and value. */
  readonly words: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Spelling of times: ISO 8601, or a number of seconds since 1970. */
  readonly times: 'iso' | 'seconds';
  /** Other prefixes of generated ids, by the documented one. */
  readonly idPrefixes: Readonly<Record<string, string>>;
  /** Statuses of successful writes. 204 has no body, any other the object. */
  readonly statuses: Readonly<Record<Exclude<Verb, 'get' | 'list'>, number>>;
  /** What the last page has in place of a cursor. */
  readonly lastPage: Readonly<Record<string, unknown>>;
  /** Error bodies: the assumed one, none, or those of RFC 9457 with HTML for 404. */
  readonly errors: 'assumed' | 'empty' | 'problem';
}

/** Our reading (the client's contract). */
export const assumed: Dialect = {
  refusesUnknown: false,
  idempotency: 'honoured',
  isCanonical: false,
  lateListings: 0,
  omitted: [],
  added: {},
  words: {},
  times: 'iso',
  idPrefixes: {},
  statuses: { create: 201, update: 200, delete: 204 },
  lastPage: { next_cursor: null },
  errors: 'assumed',
};

const differences = {
  /** Refuses what the document does not promise. */
  strict: { refusesUnknown: true },
  canonical: { isCanonical: true },
  lagging: { lateListings: 3 },
  /** Shows only what a client cannot do without. */
  terse: {
    idempotency: 'ignored',
    omitted: ['status', 'environment', 'created_at'],
    idPrefixes: { wh: 'hook', key: 'credential' },
    statuses: { create: 201, update: 204, delete: 204 },
    lastPage: {},
    errors: 'empty',
  },
  /** Shows more, and with other words. */
  verbose: {
    added: { object: 'record', labels: { owner: null }, version: 7, secret: '********', key: '********' },
    words: { status: { active: 'paused' }, environment: { live: 'staging', test: 'staging' } },
    times: 'seconds',
    statuses: { create: 200, update: 200, delete: 200 },
    lastPage: { next_cursor: '', has_more: false },
    errors: 'problem',
  },
} as const satisfies Record<string, Partial<Dialect>>;

export type DialectName = keyof typeof differences;
export const dialects: Readonly<Record<DialectName, Partial<Dialect>>> = differences;
export const dialectNames: readonly string[] = Object.keys(dialects);

/** Returns all options of a dialect. Options that are not given are our reading. */
export function dialectOf(dialect: DialectName | Partial<Dialect> = {}): Dialect {
  return { ...assumed, ...(typeof dialect === 'string' ? dialects[dialect] : dialect) };
}
