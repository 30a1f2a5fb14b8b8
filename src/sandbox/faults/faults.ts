import type { OperationName } from '../../client/contract/operations';

/** Kinds of faults. "Before" means that the platform has not executed the request, "after" that it has. */
export type FaultEffect =
  /** Responds with a status and does not execute the request. The body defaults to the platform's error body. */
  | StatusEffect<'status'>
  /** Executes the request, then responds with a status, like a proxy whose backend was too slow. */
  | StatusEffect<'status-after'>
  /** Resets the connection. */
  | { readonly kind: 'drop-before' | 'drop-after' }
  /**
   * Holds the request (before) or the response (after) until the client disconnects or the fault is removed. If the
   * client disconnects during `hang-before`, the request is not executed.
   */
  | { readonly kind: 'hang-before' | 'hang-after' };

interface StatusEffect<Kind> {
  readonly kind: Kind;
  readonly status: number;
  /** A string is sent unchanged, an object as JSON. */
  readonly body?: string | object;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Selects requests, and says how often and how they fail. */
export interface Fault {
  /** Operation of the contract. @default any */
  readonly operation?: OperationName;
  /** HTTP method. @default any */
  readonly method?: string;
  /** Id in the path. @default any */
  readonly id?: string;
  /** Number of requests that fail. `Infinity` means all. @default 1 */
  readonly times?: number;
  /** Number of matching requests that pass first. @default 0 */
  readonly after?: number;
  readonly effect: FaultEffect;
}

/** A fault that was added, for tests to observe. */
export interface FaultHandle {
  /** Number of requests that failed so far. */
  readonly hits: number;
  /** Resolves when the first such request has reached the point of failure. */
  readonly reached: Promise<void>;
  remove(): void;
}

/** The properties of a request that select a fault. */
export interface FaultSubject {
  readonly operation: OperationName | undefined;
  readonly method: string;
  readonly id: string;
}

/** A fault and what is left of it. */
export class RegisteredFault implements FaultHandle {
  hits = 0;
  readonly reached: Promise<void>;
  /** Call it at the point of failure. */
  reach: () => void = () => {};
  /** Aborts when the fault is removed or cleared. A request that the fault holds then continues. */
  readonly lift = new AbortController();
  /** Requests that it selects, so far. */
  #selected = 0;

  constructor(
    readonly fault: Fault,
    readonly remove: () => void,
  ) {
    this.reached = new Promise(resolve => {
      this.reach = resolve;
    });
  }

  /** Returns true if the request fails. */
  takes({ operation, method, id }: FaultSubject): boolean {
    const { fault } = this;
    const { after = 0, times = 1 } = fault;
    const isSelected =
      (fault.operation ?? operation) === operation &&
      (fault.method?.toUpperCase() ?? method) === method &&
      (fault.id ?? id) === id;
    if (isSelected) this.#selected += 1;
    const isHit = isSelected && this.#selected > after && this.hits < times;
    if (isHit) this.hits += 1;
    return isHit;
  }
}

/** The active faults. The fault added first applies to the next matching request. */
export class FaultRegister {
  readonly #faults = new Set<RegisteredFault>();

  add(fault: Fault): FaultHandle {
    const registered: RegisteredFault = new RegisteredFault(fault, () => {
      registered.lift.abort();
      this.#faults.delete(registered);
    });
    this.#faults.add(registered);
    return registered;
  }

  take(subject: FaultSubject): RegisteredFault | undefined {
    return [...this.#faults].find(registered => registered.takes(subject));
  }

  clear(): void {
    for (const registered of this.#faults) registered.remove();
  }
}
