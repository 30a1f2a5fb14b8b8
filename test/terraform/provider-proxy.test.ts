import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scenario, withLogs } from '../harness/scenario';
import { startLoopbackProxy } from '../harness/servers/loopback-proxy';
import { securePlatform } from '../harness/servers/secure-platform';
import { endpoint } from './blocks';

const password = 'fake-p@ssword-of-the-proxy';

it('the provider reaches a loopback platform without the proxy, and any other through it, whose credentials are in no log', async () => {
  const proxy = await startLoopbackProxy(password);
  const environment = { ...withLogs, HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
  const s = await scenario({ environment, provider: 'max_retries = 0' });
  await s.plantSecret('signing');
  await s.apply(endpoint('a'));
  expect([proxy.tunnels, proxy.plainRequests]).toEqual([[], []]);

  const { host, url, certificate } = await securePlatform('platform.test');
  const authority = join(s.workspace.directory, 'authority.pem');
  await writeFile(authority, certificate);
  const elsewhere = { SVC_BASE_URL: url, NODE_EXTRA_CA_CERTS: authority, TF_VAR_signing: 'any' };
  await s.workspace.run(['plan', '-no-color', '-lock=false'], elsewhere);
  expect(new Set(proxy.tunnels)).toEqual(new Set([host]));
  expect(proxy.plainRequests).toEqual([]);
  const refusing = { ...elsewhere, HTTPS_PROXY: proxy.url.replace('user', 'another') };
  const refused = await s.workspace.run(['plan', '-no-color', '-lock=false'], refusing);
  expect(refused.stderr.replaceAll(/\s+/g, ' ')).toMatch(/the proxy answered 407/);
  const said = await s.logs();
  const base64 = Buffer.from(`user:${password}`).toString('base64');
  for (const secret of [password, encodeURIComponent(password), base64]) expect(said).not.toContain(secret);
});
