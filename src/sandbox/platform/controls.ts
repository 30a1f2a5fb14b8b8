import type { OperationName } from '../../client/contract/operations';
import type { CollectionTypes } from '../collections/sandbox-collection';
import type { Delivery, EmittedEvent, EventRequest } from '../deliveries/delivery-record';
import type { Fault, FaultHandle } from '../faults/faults';
import type { RecordedRequest } from '../http/request-log';
import type { ObjectCollection } from '../store/object-collection';
import type { CollectionName, TypesOf } from '../store/store';
import type { SimulatedPlatform } from './platform';

/**
 * Changes of one collection behind the client's back. Values are not checked: a test may give the platform any content.
 */
export interface CollectionControls<Types extends CollectionTypes> {
  all(): Types['shown'][];
  get(id: string): Types['shown'] | undefined;
  /** What the request leaves out is made up. The answer is that of the API, the value of a key included. */
  create(request: Types['request']): Types['created'];
  /** @throws {Error} when there is no such object */
  update(id: string, change: Types['change']): Types['shown'];
  /** Whether there was one. */
  delete(id: string): boolean;
  /** The object with all that the platform keeps, its secrets included. */
  stored(id: string): Types['stored'] | undefined;
  /** What no output may show. */
  secretsOf(id: string): readonly string[];
}

type ControlsByName = { readonly [Name in CollectionName]: CollectionControls<TypesOf<Name>> };

/** Changes to the platform without a request of its client: tests use them to change it outside Terraform. */
export interface SandboxControls extends ControlsByName {
  readonly collections: ReadonlyMap<string, CollectionControls<CollectionTypes>>;
  readonly faults: {
    add(fault: Fault): FaultHandle;
    /** Removes every fault, and continues requests that they hold. */
    clear(): void;
  };
  readonly latency: {
    /** Delay of every response, in milliseconds. */
    set(milliseconds: number): void;
  };
  readonly clock: {
    /**
     * Advances the platform's clock and the delivery clock. Resolves when the attempts due by then have been made.
     * Hours degrade the endpoints whose attempts fail, and expire access tokens.
     */
    advance(milliseconds: number): Promise<void>;
    /** Milliseconds since 1970 on the delivery clock. */
    now(): number;
  };
  readonly events: {
    /** Sends a signed event to each active endpoint subscribed to its type (paragraph 6.1). */
    emit(event: EventRequest): Promise<EmittedEvent>;
  };
  readonly deliveries: { all(): readonly Delivery[] };
  readonly requests: {
    all(): readonly RecordedRequest[];
    clear(): void;
    count(operation?: OperationName): number;
    /** Resolves when this many requests (1) of the operation have arrived since the last `clear()`. */
    arrived(operation: OperationName, count?: number): Promise<void>;
  };
  readonly oauth: {
    /** Sets whether the user consents to applications (true). */
    setConsent(consents: boolean): void;
  };
  /** Restores the seed and removes all faults, deliveries and logged requests. The sandbox's own key stays. */
  reset(): void;
}

export function buildControls(platform: SimulatedPlatform): SandboxControls {
  const { latency, deliveryClock, deliveries, store, faults, requests, authorizationServer } = platform;
  const collections = new Map(
    [...store.collections].map(([name, objects]) => [name, collectionControls(objects)] as const),
  );
  // Each name has the controls of its own objects, which no loop can tell the compiler.
  const byName = Object.fromEntries(collections) as ControlsByName;
  return {
    ...byName,
    collections,
    faults,
    latency: {
      set: delay => {
        latency.milliseconds = delay;
      },
    },
    clock: deliveryClock,
    events: deliveries,
    deliveries,
    requests,
    oauth: {
      setConsent: consents => {
        authorizationServer.consents = consents;
      },
    },
    reset: () => platform.reset(),
  };
}

function collectionControls<Types extends CollectionTypes>(
  objects: ObjectCollection<Types>,
): CollectionControls<Types> {
  const { definition } = objects;
  return {
    all: () => objects.all().map(definition.show),
    get: id => {
      const stored = objects.get(id);
      return stored && definition.show(stored);
    },
    create: request => definition.reveal(objects.create(request)),
    update: (id, change) => definition.show(objects.change(id, change)),
    delete: id => objects.remove(id),
    stored: id => objects.get(id),
    secretsOf: id => {
      const stored = objects.get(id);
      const secrets = stored === undefined ? [] : (definition.secretsOf?.(stored) ?? []);
      return secrets.filter(secret => secret !== undefined);
    },
  };
}
