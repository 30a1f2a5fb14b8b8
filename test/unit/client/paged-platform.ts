import type { ClientOptions } from '../../../src/client';
import { createCollection } from '../../../src/client/collections/collection';
import { wire } from '../../../src/client/contract/page';
import { type WebhookEndpointRecord, webhooks } from '../../../src/client/contract/webhooks';
import { PlatformError } from '../../../src/client/errors';
import type { HttpResponse } from '../../../src/client/http/exchange';
import { Patience } from '../../../src/client/http/patience';
import type { Call } from '../../../src/client/http/request';
import { createTransport, type Transport } from '../../../src/client/http/transport';
import { testKey, webhookEndpoint } from './client-fixture';
import { FakeClock } from './fake-clock';
import { answered } from './outcomes';

/** So many endpoints, answered one by one and in pages of a hundred, and the collection that reads them, without HTTP. */
export class PagedPlatform {
  readonly endpoints = new Map<string, WebhookEndpointRecord>();
  /** Objects that are there, but that the list does not show yet. */
  readonly unlisted = new Set<string>();
  /** Objects as the list still shows them. */
  readonly late = new Map<string, WebhookEndpointRecord>();
  gets = 0;
  pages = 0;
  /** Takes the place of an answer: throws, or returns one. */
  interfere: (call: Call) => HttpResponse | undefined = () => undefined;
  readonly transport: Transport;
  readonly collection;

  constructor(size: number, options: Partial<ClientOptions> = {}) {
    for (const id of numbered(size)) this.endpoints.set(id, webhookEndpoint({ id }));
    const call = async (asked: Call) => {
      await new Promise(setImmediate);
      return this.interfere(asked) ?? this.answer(asked);
    };
    const usual = { baseUrl: 'https://api.example.com', credential: testKey, clock: new FakeClock() };
    this.transport = {
      ...createTransport({ ...usual, ...options }),
      call,
      begin: asked => ({ run: () => call(asked), pause: failure => Promise.reject(failure) }),
    };
    const patience = new Patience(this.transport);
    this.collection = createCollection(this.transport, 'webhooks', webhooks, patience);
  }

  get requests(): number {
    return this.gets + this.pages;
  }

  private answer({ operation, id = '', query, body }: Call): HttpResponse {
    if (operation === 'webhooks.list') return answered(200, this.page(Number(query?.['cursor'] ?? 0)));
    if (operation === 'webhooks.get') this.gets += 1;
    const held = this.endpoints.get(id);
    if (held === undefined)
      throw new PlatformError('NotFound', { operation, status: 404, refusal: { fields: new Map() }, id });
    if (operation === 'webhooks.delete') this.endpoints.delete(id);
    if (operation === 'webhooks.update') this.endpoints.set(id, { ...held, ...body });
    return operation === 'webhooks.delete' ? answered(204) : answered(200, this.endpoints.get(id));
  }

  private page(from: number) {
    this.pages += 1;
    const all = [...new Map([...this.endpoints, ...this.late]).values()].filter(
      ({ id }) => !this.unlisted.has(id),
    );
    const next = from + 100;
    return { [wire.list]: all.slice(from, next), [wire.cursor]: next < all.length ? String(next) : null };
  }
}

export const numbered = (count: number, step = 1) =>
  Array.from({ length: count }, (_, index) => `wh_${index * step}`);

/**
 * Reads as Terraform does: so many at a time, the next when one is answered.
 * @param known what the reader knows of each object
 */
export async function refresh(
  { collection }: PagedPlatform,
  ids: readonly string[],
  parallelism = 10,
  known?: object,
) {
  const queue = [...ids];
  const found = new Map<string, unknown>();
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift())
      found.set(id, await collection.find(id, known));
  };
  await Promise.all(Array.from({ length: parallelism }, worker));
  return found;
}

const openOutcome = { operation: 'webhooks.list', status: 500, attempts: 1 } as const;

/** Makes an operation fail, with an open outcome unless another error is given. */
export const failing = (operation: string, error?: Error) => (call: { operation: string }) => {
  if (call.operation === operation) throw error ?? new PlatformError('ServerError', openOutcome);
  return undefined;
};
