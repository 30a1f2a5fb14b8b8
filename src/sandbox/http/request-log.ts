import { contract, type OperationName } from '../../client/contract/operations';

/** A logged request. It contains no credential and no secret. */
export interface RecordedRequest {
  /** Operation of the contract; `undefined` for another path or method. */
  readonly operation: OperationName | undefined;
  readonly method: string;
  readonly path: string;
  /** ISO 8601 UTC time of arrival. */
  readonly at: string;
  readonly idempotencyKey: string | undefined;
  /** Status sent; `undefined` in flight, or if the connection was dropped. */
  readonly status: number | undefined;
  /** Kind of the fault that applied. */
  readonly fault: string | undefined;
}

export type RequestArrival = Omit<RecordedRequest, 'at' | 'status' | 'fault'>;

type Entry = { -readonly [Name in keyof RecordedRequest]: RecordedRequest[Name] };

/** The received requests, for tests that count them and for people who watch. */
export class RequestLog {
  #entries: Entry[] = [];
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly now: () => number,
    private readonly log: (line: string) => void,
  ) {}

  /** Logs an arrival. Returns a function to call with the result. */
  begin(arrival: RequestArrival): (status: number | undefined, fault: string | undefined) => void {
    const begun = this.now();
    const entry: Entry = {
      ...arrival,
      path: shownPath(arrival),
      at: new Date(begun).toISOString(),
      status: undefined,
      fault: undefined,
    };
    this.#entries.push(entry);
    for (const check of this.#waiting) check();
    return (status, fault) => {
      entry.status = status;
      entry.fault = fault;
      const word = fault === undefined ? '' : ` (fault ${fault})`;
      this.log(`${entry.method} ${entry.path} ${status ?? 'dropped'}${word} ${this.now() - begun} ms`);
    };
  }

  all(): readonly RecordedRequest[] {
    return this.#entries;
  }

  clear(): void {
    this.#entries = [];
  }

  count(operation?: OperationName): number {
    return this.#entries.filter(entry => (operation ?? entry.operation) === entry.operation).length;
  }

  /** Resolves when this many requests of the operation have arrived since the last `clear()`. */
  arrived(operation: OperationName, count = 1): Promise<void> {
    return new Promise(resolve => {
      const check = () => {
        if (this.count(operation) < count) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }
}

/** Removes unknown segments: the client chooses the path, which may contain a key by mistake. */
function shownPath({ operation, path }: RequestArrival): string {
  if (operation !== undefined && !contract[operation].path.includes('{id}')) return path;
  return path.split('/').map(shownSegment).join('/').slice(0, 200);
}

const knownSegments = new Set(Object.values(contract).flatMap(({ path }) => path.split('/')));

function shownSegment(segment: string): string {
  // The prefixes of ids, those of dialects included.
  const isId = /^(?:wh|key|ten|hook|credential)_[0-9A-Za-z]{1,40}$/.test(segment);
  return isId || knownSegments.has(segment) ? segment : '{…}';
}
