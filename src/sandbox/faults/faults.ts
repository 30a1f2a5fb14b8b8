import type { OperationName } from '../../client/contract/operations';

/** What goes wrong. "Before" means that the platform did nothing, "after" that it did what was asked. */
export type FaultEffect =
  /** Answers with a status without doing anything; the body defaults to the platform's error body. */
  | StatusEffect<'status'>
  /** Does what was asked, then answers with a status, as a proxy does whose backend was too slow. */
  | StatusEffect<'status-after'>
  /** Resets the connection. */
  | { readonly kind: 'drop-before' | 'drop-after' }
  /**
   * Resets the connection, and does what was asked so much later; without `milliseconds` when the fault is removed or
   * cleared.
   */
  | { readonly kind: 'drop-late'; readonly milliseconds?: number }
  /**
   * Holds the request (before) or the answer (after); without `milliseconds` until the client leaves or
   * `faults.clear()`. A request whose client leaves during `hang-before` is not carried out.
   */
  | { readonly kind: 'hang-before' | 'hang-after'; readonly milliseconds?: number }
  /** Answers 429 without doing anything. */
  | { readonly kind: 'rate-limit'; readonly retryAfterSeconds?: number }
  /**
   * Does what was asked, then answers with something else: an HTML page unless `body` says what, or `size` bytes
   * of filler. The status is the true one unless given.
   */
  | {
      readonly kind: 'garbage';
      readonly body?: string | Uint8Array<ArrayBuffer>;
      readonly size?: number;
      readonly contentType?: string;
      readonly status?: number;
    }
  /** Does what was asked, then answers compressed, asked for or not; `gzip` unless given. */
  | { readonly kind: 'compress'; readonly encoding?: CompressEncoding }
  /** Does what was asked, then sends the answer one byte at a time; `size` makes it that many bytes of filler. */
  | { readonly kind: 'trickle'; readonly intervalMilliseconds: number; readonly size?: number }
  /** Waits before doing what was asked. */
  | { readonly kind: 'delay'; readonly milliseconds: number }
  /** Redirects without doing anything; 307 unless given. */
  | { readonly kind: 'redirect'; readonly location: string; readonly status?: number }
  /** Does what was asked, and keeps the new object out of the next `lists` listings (1). */
  | { readonly kind: 'hide'; readonly lists?: number };

export type CompressEncoding = 'gzip' | 'deflate' | 'br';

interface StatusEffect<Kind> {
  readonly kind: Kind;
  readonly status: number;
  /** Text is sent as it is, an object as JSON. */
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Which requests a fault meets, how often, and what it does to them. */
export interface Fault {
  /** Name of the contract's operation; any operation when absent. */
  readonly operation?: OperationName;
  /** HTTP method; any when absent. */
  readonly method?: string;
  /** Id in the path; any when absent. */
  readonly id?: string;
  /** How many requests it meets: 1 unless given, `Infinity` for all. */
  readonly times?: number;
  /** How many matching requests it lets pass first (0). */
  readonly after?: number;
  readonly effect: FaultEffect;
}

/** A fault that was added, to be watched. */
export interface FaultHandle {
  /** Requests met so far. */
  readonly hits: number;
  /** Resolves when the first request met has come to the point the fault is about. */
  readonly reached: Promise<void>;
  remove(): void;
}

/** What the register compares a fault with. */
export interface FaultSubject {
  readonly operation: OperationName | undefined;
  readonly method: string;
  readonly id: string;
}

/** A fault taken for one request. */
export interface TakenFault {
  readonly effect: FaultEffect;
  /** To be called at the point the fault is about. */
  readonly reach: () => void;
  /** Aborts when the fault is removed or cleared: whatever it holds goes on. */
  readonly lifted: AbortSignal;
}

class RegisteredFault implements FaultHandle {
  hits = 0;
  readonly reached: Promise<void>;
  #reach: () => void = () => {};
  readonly #lift = new AbortController();
  #toSkip: number;
  #left: number;

  constructor(
    readonly fault: Fault,
    readonly remove: () => void,
  ) {
    this.#toSkip = fault.after ?? 0;
    this.#left = fault.times ?? 1;
    this.reached = new Promise(resolve => {
      this.#reach = resolve;
    });
  }

  take(subject: FaultSubject): TakenFault | undefined {
    if (this.#left <= 0 || !this.#meets(subject)) return undefined;
    if (this.#toSkip > 0) {
      this.#toSkip -= 1;
      return undefined;
    }
    this.#left -= 1;
    this.hits += 1;
    return { effect: this.fault.effect, reach: this.#reach, lifted: this.#lift.signal };
  }

  lift(): void {
    this.#left = 0;
    this.#lift.abort();
  }

  #meets(subject: FaultSubject): boolean {
    const { operation, method, id } = this.fault;
    if (operation !== undefined && operation !== subject.operation) return false;
    if (method !== undefined && method.toUpperCase() !== subject.method) return false;
    return id === undefined || id === subject.id;
  }
}

/** The faults waiting for requests; the one added first takes a request, the others wait for the next. */
export class FaultRegister {
  readonly #faults = new Set<RegisteredFault>();

  add(fault: Fault): FaultHandle {
    const registered: RegisteredFault = new RegisteredFault(fault, () => {
      registered.lift();
      this.#faults.delete(registered);
    });
    this.#faults.add(registered);
    return registered;
  }

  take(subject: FaultSubject): TakenFault | undefined {
    for (const registered of this.#faults) {
      const taken = registered.take(subject);
      if (taken !== undefined) return taken;
    }
    return undefined;
  }

  clear(): void {
    for (const registered of this.#faults) registered.remove();
  }
}
