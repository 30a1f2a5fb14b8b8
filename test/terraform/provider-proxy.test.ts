import { expect, it, onTestFinished } from 'vitest';
import { type Scenario, scenario } from '../harness/scenario';
import { startLoopbackProxy } from '../harness/servers/loopback-proxy';
import { endpoint } from './blocks';

const password = 'fake-p@ssword-of-the-proxy';
const configuration = (event: string) => endpoint('a', { event });

/** Terraform in an environment with a proxy, as the built provider inherits it. */
async function behindProxy(more: Readonly<Record<string, string>> = {}) {
  const proxy = await startLoopbackProxy(password);
  onTestFinished(() => proxy.close());
  const s = await scenario({ environment: { HTTP_PROXY: proxy.url, ...more }, provider: 'max_retries = 0' });
  await s.plantSecret('signing');
  return { s, proxy };
}

/** The proxy's credentials, where they are in these texts or in what Terraform and the provider have logged. */
async function credentialsIn(s: Scenario, ...texts: readonly string[]): Promise<readonly string[]> {
  const said = [...texts, JSON.stringify(await s.logs())].join('\n');
  const base64 = Buffer.from(`user:${password}`).toString('base64');
  return [password, encodeURIComponent(password), base64].filter(secret => said.includes(secret));
}

it('the provider reaches the platform only through the proxy, whose credentials are in no log', async () => {
  const { s, proxy } = await behindProxy();
  await s.apply(configuration('alert.created'));
  await s.apply(configuration('incident.created'));
  expect(new Set(proxy.tunnels)).toEqual(new Set([new URL(s.platform.url).host]));
  expect(proxy.plainRequests).toEqual([]);
  expect(await credentialsIn(s)).toEqual([]);
});

it('the refusal of a proxy is distinguished from that of the platform', async () => {
  const { s, proxy } = await behindProxy();
  await s.configure(configuration('alert.created'));
  const planBehind = async (address: string) => {
    const environment = { HTTP_PROXY: address, TF_VAR_signing: 'fake-secret-of-nobody' };
    return (await s.workspace.run(['plan', '-no-color'], environment)).stderr;
  };
  const stderr = await planBehind(proxy.url.replace(encodeURIComponent(password), 'a-wrong-one'));
  expect(stderr).toMatch(/Platform is unreachable[\s\S]*proxy answered\s+407[\s\S]*HTTPS_PROXY/);
  const malformed = await planBehind(`socks4://user:${password}@proxy.example`);
  expect(malformed).toMatch(/HTTP_PROXY\s+is\s+not\s+the\s+address\s+of\s+a\s+proxy/);
  expect(await credentialsIn(s, stderr, malformed)).toEqual([]);
});

it('NO_PROXY bypasses the proxy', async () => {
  const { s, proxy } = await behindProxy({ NO_PROXY: '127.0.0.1' });
  await s.apply(configuration('alert.created'));
  expect(proxy.tunnels).toEqual([]);
});
