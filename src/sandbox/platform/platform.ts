import { Identifiers } from '../collections/identifiers';
import { Deliveries } from '../deliveries/deliveries';
import { DeliveryClock } from '../deliveries/delivery-clock';
import { dialectOf } from '../dialects/dialects';
import { FaultRegister } from '../faults/faults';
import type { IdempotentResponses } from '../http/idempotency';
import { RequestLog } from '../http/request-log';
import { AuthorizationServer } from '../oauth/authorization-server';
import { createStore } from '../store/store';
import type { SandboxOptions } from './options';
import { defaultSeed, plant } from './seed';

/** The parts of one sandbox. Routes and controls use them. */
export type SimulatedPlatform = ReturnType<typeof buildPlatform>;

export function buildPlatform(options: SandboxOptions) {
  const { seed = defaultSeed, environment = 'test', log = () => {}, clock = Date.now } = options;
  const deliveryClock = new DeliveryClock(clock, options.speed ?? 1);
  // An advance moves the platform's time. `speed` does not: it would age keys.
  const now = () => clock() + deliveryClock.skipped;
  const dialect = dialectOf(options.dialect);
  const identifiers = new Identifiers(dialect.idPrefixes, environment, now);
  const store = createStore(identifiers.apiKey(environment), identifiers);
  plant(seed, store);
  const closing = new AbortController();
  const receivers = {
    anywhere: options.deliverAnywhere ?? false,
    timeoutSeconds: options.deliveryTimeoutSeconds ?? 10,
    stopped: closing.signal,
  };
  const idempotentResponses: IdempotentResponses = new Map();
  const parts = {
    store,
    dialect,
    identifiers,
    deliveries: new Deliveries({ store, identifiers, clock: deliveryClock, receivers, log }),
    deliveryClock,
    faults: new FaultRegister(),
    idempotentResponses,
    authorizationServer: new AuthorizationServer(identifiers, now),
    requests: new RequestLog(now, log),
    latency: { milliseconds: options.latency ?? 0 },
    log,
    /** Milliseconds since 1970 on the platform's clock. */
    now,
    /** Aborts when the sandbox closes. No request is executed after that. */
    closing,
  };
  /** Restores the seed. The sandbox's own key stays. */
  const reset = () => {
    for (const objects of store.collections.values()) objects.clear();
    for (const part of [parts.faults, parts.deliveries, parts.idempotentResponses, parts.requests])
      part.clear();
    parts.authorizationServer.reset();
    parts.latency.milliseconds = options.latency ?? 0;
    plant(seed, store);
  };
  return { ...parts, reset };
}
