import { chmod, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { codeOf } from '../cdktf/listings';
import { npxProject } from '../harness/environment/npx-project';
import { pageBrowser } from '../harness/environment/page-browser';

const recipe = (language: string) =>
  codeOf('docs/secrets.md', 'Logins of people', language).slice(0, 1).join('');

it('the recipe for a login in docs/secrets.md works unchanged', { timeout: 300_000 }, async () => {
  const { folder, run } = await npxProject({ BROWSER: './browser', TF_CLI_CONFIG_FILE: 'mirror.tfrc' });
  onTestFinished(async () => void (await run('npx --no cdktf-provider-svc sandbox --stop')));
  await writeFile(join(folder, 'main.tf'), recipe('terraform'));
  await writeFile(join(folder, 'browser'), pageBrowser);
  await chmod(join(folder, 'browser'), 0o755);
  const mirror = `filesystem_mirror {\n    path = ${JSON.stringify(resolve('dist/mirror'))}\n  }`;
  await writeFile(join(folder, 'mirror.tfrc'), `provider_installation {\n  ${mirror}\n}\n`);

  const { code, stdout, stderr } = await run(`set -e\n${recipe('shell')}`);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/Logged in at http:\/\/127\.0\.0\.1:\d+ as client my-client/);
  expect(stdout).toMatch(/tenants = tolist\(\[\s+"Acme",\s+"Globex",\s+\]\)/);
  expect(stderr).toMatch(/Logged out[\s\S]*has stopped\.\n$/);
});
