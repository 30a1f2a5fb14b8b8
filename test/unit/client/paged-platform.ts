import type { WebhookEndpointRecord } from '../../../src/client/contract/webhooks';
import { webhookEndpoint } from './client-fixture';
import type { ReceivedRequest, Reply } from './loopback-platform';

/** So many endpoints, answered one by one and in pages of a hundred, as the platform is assumed to. */
export class PagedPlatform {
  readonly endpoints = new Map<string, WebhookEndpointRecord>();
  /** Objects that are there, but that the list does not show yet. */
  readonly unlisted = new Set<string>();
  gets = 0;
  pages = 0;

  constructor(size: number) {
    for (let number = 0; number < size; number += 1) {
      const id = `wh_${number}`;
      this.endpoints.set(id, webhookEndpoint({ id }));
    }
  }

  get requests(): number {
    return this.gets + this.pages;
  }

  readonly reply: Reply = (response, request) => {
    const address = new URL(request.target, 'http://platform');
    const id = /^\/v1\/webhooks\/(.+)$/.exec(address.pathname)?.[1];
    const body =
      id === undefined ? this.page(Number(address.searchParams.get('cursor') ?? 0)) : this.one(request, id);
    response
      .writeHead(body === undefined ? 404 : 200)
      .end(JSON.stringify(body ?? { error: { code: 'gone' } }));
  };

  private page(from: number) {
    this.pages += 1;
    const all = [...this.endpoints.values()].filter(endpoint => !this.unlisted.has(endpoint.id));
    const next = from + 100;
    return { data: all.slice(from, next), next_cursor: next < all.length ? String(next) : null };
  }

  private one(request: ReceivedRequest, id: string): WebhookEndpointRecord | undefined {
    if (request.method === 'DELETE') {
      const deleted = this.endpoints.get(id);
      this.endpoints.delete(id);
      return deleted;
    }
    if (request.method === 'PATCH') {
      this.endpoints.set(id, { ...webhookEndpoint({ id }), ...JSON.parse(request.body) });
      return this.endpoints.get(id);
    }
    this.gets += 1;
    return this.endpoints.get(id);
  }
}
