import { afterEach, describe, expect, it } from 'vitest';
import { Cancelled, systemClock } from '../../../src/client';
import { failureOf, newEndpoint, scene, webhookEndpoint } from './client-fixture';
import { type Reply, silence } from './loopback-platform';
import { emptyList, seconds } from './retry-replies';

describe('the signal', () => {
  let ends: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const end of ends) await end();
    ends = [];
  });

  it('ends a wait at once', async () => {
    const abort = new AbortController();
    const { client } = await scene([seconds(60)], { clock: systemClock, signal: abort.signal });
    const call = failureOf(client.webhooks.list());
    setTimeout(() => abort.abort(), 50);
    expect(await call).toBeInstanceOf(Cancelled);
  });

  it('ends a read at once', async () => {
    const abort = new AbortController();
    const { client } = await scene([silence], { signal: abort.signal });
    const call = failureOf(client.webhooks.list());
    setTimeout(() => abort.abort(), 50);
    expect(await call).toBeInstanceOf(Cancelled);
  });

  it('lets a write in flight return its id', async () => {
    const abort = new AbortController();
    const late: Reply = response => {
      abort.abort();
      setTimeout(() => response.writeHead(201).end(JSON.stringify(webhookEndpoint())), 50);
    };
    const { client } = await scene([late], { signal: abort.signal });
    expect(await client.webhooks.create(newEndpoint)).toEqual(webhookEndpoint());
  });

  it('lets no call begin afterwards', async () => {
    const { client, platform } = await scene([emptyList], { signal: AbortSignal.abort() });
    expect(await failureOf(client.webhooks.create(newEndpoint))).toBeInstanceOf(Cancelled);
    expect(platform.received).toEqual([]);
  });

  it('is listened to by many calls without a warning on stderr', async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.name);
    process.on('warning', note);
    const { client } = await scene([emptyList], { signal: new AbortController().signal });
    await Promise.all(Array.from({ length: 40 }, () => client.webhooks.list()));
    await new Promise(resolve => setTimeout(resolve, 20));
    process.off('warning', note);
    expect(warnings).toEqual([]);
  });
});

describe('closing', () => {
  it('is quick, also with a call in flight, which fails', async () => {
    const { client } = await scene([silence], { maxRetries: 0 });
    const call = failureOf(client.webhooks.list());
    await new Promise(resolve => setTimeout(resolve, 50));
    const before = performance.now();
    await client.close();
    expect(performance.now() - before).toBeLessThan(1000);
    expect(await call).toBeInstanceOf(Error);
  });
});
