import { randomBytes } from 'node:crypto';
import { DataFile } from './data-file';
import { Deliveries } from './deliveries';
import { DeliveryClock } from './delivery-clock';
import { FaultRegister } from './faults';
import { IdempotentAnswers } from './idempotency';
import { Identifiers } from './identifiers';
import type { SandboxOptions } from './options';
import { Registry } from './registry';
import { RequestLog } from './request-log';
import { readDataFile, restoredStore } from './saved-platform';
import { defaultSeed, plant } from './seed';
import { Store } from './store';

/** The parts of one sandbox; routes and controls take from it what they need. */
export interface Platform {
  readonly store: Store;
  readonly registry: Registry;
  readonly identifiers: Identifiers;
  readonly deliveries: Deliveries;
  readonly deliveryClock: DeliveryClock;
  readonly faults: FaultRegister;
  readonly idempotentAnswers: IdempotentAnswers;
  readonly requests: RequestLog;
  readonly latency: { milliseconds: number };
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (line: string) => void;
  /**
   * Writes changes to the data file from now on, and a new platform at once. Not before the sandbox has its port:
   * one that cannot start must leave the file of the one that runs alone.
   */
  readonly startSaving: () => void;
  /** Resolves when every change made so far is in the data file, at once where there is none. */
  readonly saved: () => Promise<void>;
  /** Back to the seed; the sandbox's own key stays. */
  readonly reset: () => void;
}

/** @throws {DataFileError} when the data file cannot be used */
export function buildPlatform(options: SandboxOptions): Platform {
  const { dataFile: path, seed = defaultSeed, environment = 'test', speed = 1, log = () => {} } = options;
  const now = options.clock ?? Date.now;
  const identifiers = new Identifiers(options.random ?? randomBytes);
  const deliveryClock = new DeliveryClock(now, speed);
  const faults = new FaultRegister();
  const idempotentAnswers = new IdempotentAnswers(options.idempotency ?? 'honoured');
  const requests = new RequestLog(now, log);
  const latency = { milliseconds: options.latency ?? 0 };

  const saved = path === undefined ? undefined : readDataFile(path);
  const dataFile: DataFile | undefined = path === undefined ? undefined : new DataFile(path, () => store);
  let saving = false;
  const changed = () => {
    if (saving) dataFile?.changed();
  };
  const store: Store =
    saved === undefined ? new Store(identifiers.apiKey(environment), changed) : restoredStore(saved, changed);
  const registry = new Registry(store, identifiers, environment, now);
  if (saved === undefined) plant(seed, { store, registry });
  const timeoutSeconds = options.deliveryTimeoutSeconds ?? 10;
  const deliveries = new Deliveries({ store, identifiers, clock: deliveryClock, timeoutSeconds, log });

  const reset = () => {
    for (const collection of [store.webhooks, store.apiKeys, store.tenants]) collection.clear();
    faults.clear();
    deliveries.clear();
    idempotentAnswers.clear();
    requests.clear();
    latency.milliseconds = 0;
    plant(seed, { store, registry });
  };
  return {
    store,
    registry,
    identifiers,
    deliveries,
    deliveryClock,
    faults,
    idempotentAnswers,
    requests,
    latency,
    now,
    log,
    startSaving: () => {
      saving = true;
      if (saved === undefined) changed();
    },
    saved: async () => dataFile?.settled(),
    reset,
  };
}
