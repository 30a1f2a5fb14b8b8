import type { Verb } from '../../client/contract/operation';
import { wire } from '../../client/contract/page';

type Value = string | readonly string[];
/** Functions that change fields, by name. A field that becomes undefined is left out of responses. */
type Spelling = Readonly<Record<string, (value: Value) => unknown>>;

/** How a platform may differ from our reading of its document. Each dialect is a value for each of these options. */
export interface Dialect {
  /** Refuses unknown fields, parameters, event types and scopes (422). */
  readonly refusesUnknown: boolean;
  /** Whether a POST with an Idempotency-Key runs once, or the header is ignored. */
  readonly idempotency: 'honoured' | 'ignored';
  /** How the platform stores the fields of a request. */
  readonly stored: Spelling;
  /** Returns the fields that an update changes. @default those of the request */
  readonly updates: (stored: object, request: object) => object;
  /** Number of listings after a request's write that still show the collection as it was before. GET is exact. */
  readonly lateListings: number;
  /** Milliseconds until GET and lists show a new object. */
  readonly lateReads: number;
  /** How responses show stored fields. */
  readonly shown: Spelling;
  /** How lists alone show them. */
  readonly listed: Spelling;
  /** Fields that every object and page has in addition. The platform's own fields take precedence. */
  readonly added: Readonly<Record<string, unknown>>;
  /** Other prefixes of generated ids, by the documented one. */
  readonly idPrefixes: Readonly<Record<string, string>>;
  /** Statuses of successful writes. 204 has no body, any other the object. */
  readonly statuses: Readonly<Record<Exclude<Verb, 'get' | 'list'>, number>>;
  /** Largest page, whatever a request asks for. */
  readonly longestPage: number;
  /** What the last page has in place of a cursor. */
  readonly lastPage: Readonly<Record<string, unknown>>;
  /** Field by which a POST finds an existing object. It changes that one and answers 200. @default each makes one */
  readonly createsOnceBy?: string;
  /** False if errors have no body. */
  readonly explainsErrors: boolean;
}

/** Our reading (the client's contract). */
export const assumed: Dialect = {
  refusesUnknown: false,
  idempotency: 'honoured',
  stored: {},
  updates: (_stored, request) => request,
  lateListings: 0,
  lateReads: 0,
  shown: {},
  listed: {},
  added: {},
  idPrefixes: {},
  statuses: { create: 201, update: 200, delete: 204 },
  longestPage: 100,
  lastPage: { [wire.cursor]: null },
  explainsErrors: true,
};

export type DialectName = 'strict' | 'canonical' | 'lagging' | 'terse' | 'verbose';

const sorted = (value: Value) => [...new Set(value)].sort();
const nothing = () => undefined;

/** Options that are absent are our reading. */
export const dialects: Readonly<Record<DialectName, Partial<Dialect>>> = {
  strict: { refusesUnknown: true },
  canonical: { stored: { url: value => new URL(String(value)).href, events: sorted, scopes: sorted } },
  lagging: { lateListings: 3 },
  terse: {
    idempotency: 'ignored',
    shown: { status: nothing, environment: nothing, created_at: nothing },
    idPrefixes: { wh: 'hook', key: 'credential' },
    statuses: { create: 201, update: 204, delete: 204 },
    lastPage: {},
    explainsErrors: false,
  },
  verbose: {
    shown: {
      status: status => (status === 'active' ? 'paused' : status),
      environment: () => 'staging',
      created_at: time => Math.floor(Date.parse(String(time)) / 1000),
    },
    added: { object: 'record', labels: { owner: null }, version: 7, secret: '********', key: '********' },
    statuses: { create: 200, update: 200, delete: 200 },
    lastPage: { [wire.cursor]: '', has_more: false },
  },
};

export function dialectOf(dialect: DialectName | Partial<Dialect> = {}): Dialect {
  return { ...assumed, ...(typeof dialect === 'string' ? dialects[dialect] : dialect) };
}

/** Returns an object with its fields in another spelling. */
export function spelled(object: object, spelling: Spelling): object {
  const same = (value: unknown) => value;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name, (spelling[name] ?? same)(value)]),
  );
}

/** Returns an object as responses show it. */
export function spoken({ added, shown }: Dialect, object: object): object {
  return { ...added, ...spelled(object, shown) };
}
