import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { clientId, loginScene, temporaryFolder } from './login-fixture';

/** Bundled once: twenty compilers would be slower than twenty processes. */
async function program(): Promise<string> {
  const outfile = join(await temporaryFolder(), 'one-of-many.cjs');
  const entryPoints = ['test/unit/client/oauth-process.ts'];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', logLevel: 'silent' });
  return outfile;
}

async function run(file: string, parameters: readonly string[], environment: Record<string, string>) {
  const child = spawn(process.execPath, [file, ...parameters], { env: environment });
  let stderr = '';
  child.stderr.on('data', chunk => {
    stderr += chunk;
  });
  const [code] = await once(child, 'close');
  return { code, stderr };
}

it('twenty processes with one login lose nothing, although its tokens expire repeatedly', async () => {
  const { sandbox, environment, logIn, tokenRequests, store, identity, server } = await loginScene();
  const first = await logIn();
  sandbox.controls.oauth.expireAccessTokens();
  const file = await program();
  const twenty = Array.from({ length: 20 }, () => run(file, [sandbox.url, clientId, '6'], environment));
  const all = Promise.all(twenty);
  let running = true;
  const expiring = (async () => {
    for (let round = 0; running && round < 5; round += 1) {
      await delay(300);
      sandbox.controls.oauth.expireAccessTokens();
    }
  })();
  expect(await all).toEqual(Array.from({ length: 20 }, () => ({ code: 0, stderr: '' })));
  running = false;
  await expiring;

  // The sandbox withdraws the whole login at the second use of a refresh token: it was never used twice.
  const last = await store.find(identity);
  expect(last?.refreshToken).not.toBe(first.refreshToken);
  await expect(server.refresh(String(last?.refreshToken), '')).resolves.toMatchObject({ scope: first.scope });
  expect(tokenRequests()).toBeGreaterThan(2);
  expect(tokenRequests()).toBeLessThan(20);
  expect(await readdir(dirname(store.path))).toEqual(['credentials.json']);
}, 120_000);
