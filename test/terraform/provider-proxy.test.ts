import { expect, it } from 'vitest';
import { scenario, withLogs } from '../harness/scenario';
import { startLoopbackProxy } from '../harness/servers/loopback-proxy';
import { endpoint } from './blocks';

const password = 'fake-p@ssword-of-the-proxy';

it('the provider reaches the platform only through the proxy, whose credentials are in no log', async () => {
  const proxy = await startLoopbackProxy(password);
  const environment = { ...withLogs, HTTP_PROXY: proxy.url };
  const s = await scenario({ environment, provider: 'max_retries = 0' });
  await s.plantSecret('signing');
  await s.apply(endpoint('a'));
  expect(new Set(proxy.tunnels)).toEqual(new Set([new URL(s.platform.url).host]));
  expect(proxy.plainRequests).toEqual([]);
  const said = await s.logs();
  const base64 = Buffer.from(`user:${password}`).toString('base64');
  for (const secret of [password, encodeURIComponent(password), base64]) expect(said).not.toContain(secret);
});
