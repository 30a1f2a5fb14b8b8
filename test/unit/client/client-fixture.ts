import { onTestFinished } from 'vitest';
import { type ClientOptions, createClient } from '../../../src/client';
import type { ApiKeyRecord } from '../../../src/client/contract/api-keys';
import type { WebhookEndpointRecord } from '../../../src/client/contract/webhooks';
import type { ClientEvent } from '../../../src/client/http/settings';
import { FakeClock } from './fake-clock';
import { type Reply, startLoopbackPlatform } from './loopback-platform';

export const testKey = 'svc_test_0000FAKE0000FAKE0000FAKE0000FA';

/** A client and a server that answers as told. */
export async function scene(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  const platform = await startLoopbackPlatform(...replies);
  const clock = new FakeClock();
  const events: ClientEvent[] = [];
  const client = createClient({
    baseUrl: platform.url,
    credential: testKey,
    timeoutSeconds: 20,
    clock,
    random: () => 0.5,
    onEvent: event => events.push(event),
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, platform, clock, events };
}

export function webhookEndpoint(change: Partial<WebhookEndpointRecord> = {}): WebhookEndpointRecord {
  return {
    id: 'wh_1',
    url: 'https://example.com/hook',
    events: ['alert.created'],
    status: 'active',
    created_at: '2026-01-01T00:00:00Z',
    ...change,
  };
}

export function apiKey(change: Partial<ApiKeyRecord> = {}): ApiKeyRecord {
  return {
    id: 'key_1',
    name: 'ci',
    tenant_id: 'ten_1',
    scopes: ['alerts:read'],
    environment: 'test',
    created_at: '2026-01-01T00:00:00Z',
    ...change,
  };
}

export const newEndpoint = {
  url: 'https://example.com/hook',
  events: ['alert.created'],
  secret: 'whsec-fake-signing-secret',
};

/** The error a call ends with; fails when it does not. */
export async function failureOf(call: Promise<unknown>): Promise<Error> {
  const outcome = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(outcome instanceof Error)) throw new Error('the call should have failed');
  return outcome;
}

/** Everything of an error that a logger could print. */
export function printed(error: Error): string {
  const withMaps = (_name: string, value: unknown) => (value instanceof Map ? [...value] : value);
  return `${error.stack} ${JSON.stringify(error, withMaps)} ${error.cause ?? ''}`;
}
