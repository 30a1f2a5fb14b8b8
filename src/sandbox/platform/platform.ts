import { Identifiers } from '../collections/identifiers';
import { Deliveries } from '../deliveries/deliveries';
import { DeliveryClock } from '../deliveries/delivery-clock';
import { Receivers } from '../deliveries/receivers';
import { type Dialect, dialectOf } from '../dialects/dialects';
import { FaultRegister } from '../faults/faults';
import { IdempotentResponses } from '../http/idempotency';
import { RequestLog } from '../http/request-log';
import { AuthorizationServer } from '../oauth/authorization-server';
import { createStore, type Store } from '../store/store';
import type { SandboxOptions } from './options';
import { defaultSeed, plant } from './seed';

/** The parts of one sandbox. Routes and controls use them. */
export interface SimulatedPlatform {
  readonly store: Store;
  readonly dialect: Dialect;
  readonly identifiers: Identifiers;
  readonly deliveries: Deliveries;
  readonly deliveryClock: DeliveryClock;
  readonly faults: FaultRegister;
  readonly idempotentResponses: IdempotentResponses;
  readonly authorizationServer: AuthorizationServer;
  readonly requests: RequestLog;
  readonly latency: { milliseconds: number };
  readonly log: (line: string) => void;
  /** Milliseconds since 1970 on the platform's clock. */
  readonly now: () => number;
  /** Aborts when the sandbox closes. No request is executed after that. */
  readonly closing: AbortController;
  /** Restores the seed. The sandbox's own key stays. */
  readonly reset: () => void;
}

export function buildPlatform(options: SandboxOptions): SimulatedPlatform {
  const { seed = defaultSeed, environment = 'test', log = () => {}, clock = Date.now } = options;
  const deliveryClock = new DeliveryClock(clock, options.speed ?? 1);
  // An advance moves the platform's time. `speed` does not: it would age keys.
  const now = () => clock() + deliveryClock.skipped;
  const dialect = dialectOf(options.dialect);
  const identifiers = new Identifiers(dialect.idPrefixes, environment, now);
  const store = createStore(identifiers.apiKey(environment), identifiers);
  plant(seed, store);
  const receivers = new Receivers({
    anywhere: options.deliverAnywhere ?? false,
    timeoutSeconds: options.deliveryTimeoutSeconds ?? 10,
  });
  const parts = {
    store,
    dialect,
    identifiers,
    deliveries: new Deliveries({
      store,
      identifiers,
      clock: deliveryClock,
      receivers,
      log,
    }),
    deliveryClock,
    faults: new FaultRegister(),
    idempotentResponses: new IdempotentResponses(),
    authorizationServer: new AuthorizationServer(identifiers, now),
    requests: new RequestLog(now, log),
    latency: { milliseconds: options.latency ?? 0 },
    log,
    now,
    closing: new AbortController(),
  };
  return { ...parts, reset: () => reset(parts, seed) };
}

function reset(platform: Omit<SimulatedPlatform, 'reset'>, seed: NonNullable<SandboxOptions['seed']>): void {
  const { store, faults, deliveries, idempotentResponses, authorizationServer, requests, latency } = platform;
  for (const objects of store.collections.values()) objects.clear();
  for (const part of [faults, deliveries, idempotentResponses, requests]) part.clear();
  authorizationServer.reset();
  latency.milliseconds = 0;
  plant(seed, store);
}
