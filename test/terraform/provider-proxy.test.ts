import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scenario, withLogs } from '../harness/scenario';
import { startLoopbackProxy } from '../harness/servers/loopback-proxy';
import { securePlatform } from '../harness/servers/secure-platform';
import { endpoint } from './blocks';

const password = 'fake-p@ssword-of-the-proxy';

it('the provider reaches a loopback platform without the proxy, and any other through it, if NODE_EXTRA_CA_CERTS trusts it; no log has the credentials of the proxy', async () => {
  const proxy = await startLoopbackProxy(password);
  const environment = { ...withLogs, HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url };
  const s = await scenario({ environment, provider: 'max_retries = 0' });
  await s.plantSecret('signing');
  await s.apply(endpoint('a'));
  expect([proxy.tunnels, proxy.plainRequests]).toEqual([[], []]);

  const { host, url, certificate, credentials } = await securePlatform('platform.test');
  const plan = (variables: Readonly<Record<string, string>>) =>
    s.workspace.run(['plan', '-no-color', '-lock=false'], {
      ...{ SVC_BASE_URL: url, TF_VAR_signing: 'any' },
      ...variables,
    });
  const unknown = await plan({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
  expect(unknown.stderr).toMatch(/Platform is unreachable[\s\S]*SELF_SIGNED/);
  expect(credentials).toEqual([]);
  const authority = join(s.workspace.directory, 'authority.pem');
  await writeFile(authority, certificate);
  const trusting = { NODE_EXTRA_CA_CERTS: authority };
  await plan(trusting);
  expect(credentials.length).toBeGreaterThan(0);
  expect(new Set(proxy.tunnels)).toEqual(new Set([host]));
  expect(proxy.plainRequests).toEqual([]);
  const refused = await plan({ ...trusting, HTTPS_PROXY: proxy.url.replace('user', 'another') });
  expect(refused.stderr.replaceAll(/\s+/g, ' ')).toMatch(/the proxy answered 407/);
  const said = await s.logs();
  const base64 = Buffer.from(`user:${password}`).toString('base64');
  for (const secret of [password, encodeURIComponent(password), base64]) expect(said).not.toContain(secret);
});
