import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { isWholeRun } from '../../harness/extent';
import { clientId, emptyHome, loginScene } from './login-fixture';

const execute = promisify(execFile);

it('processes with one login that has expired renew it once', async () => {
  const { sandbox, environment, logIn, tokenRequests, store, identity, server } = await loginScene();
  const first = await logIn();
  sandbox.controls.oauth.expireAccessTokens();
  const outfile = join(emptyHome().XDG_CONFIG_HOME, 'one-of-many.cjs');
  const entryPoints = ['test/unit/client/oauth-process.ts'];
  await build({ entryPoints, outfile, bundle: true, platform: 'node', logLevel: 'silent' });
  const run = () => execute(process.execPath, [outfile, sandbox.url, clientId], { env: environment });
  const ended = await Promise.all(Array.from({ length: isWholeRun ? 20 : 3 }, run));
  expect(ended.map(({ stderr }) => stderr).join('')).toBe('');
  expect(tokenRequests()).toBe(2);
  // The sandbox withdraws the whole login at the second use of a refresh token.
  const last = await store.find(identity);
  expect(last?.refreshToken).not.toBe(first.refreshToken);
  await expect(server.refresh(String(last?.refreshToken), '')).resolves.toMatchObject({ scope: first.scope });
  expect(readdirSync(dirname(store.path))).toEqual(['credentials.json']);
}, 60_000);
