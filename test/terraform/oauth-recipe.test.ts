import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { npxProject } from '../harness/environment/npx-project';
import { pageBrowser } from '../harness/environment/page-browser';

/** The first block of that language in a section of a page. */
async function blockOf(page: string, section: string, language: string): Promise<string> {
  const text = (await readFile(page, 'utf8')).split(`\n## ${section}\n`)[1]?.split('\n## ')[0] ?? '';
  const [, block] = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(text) ?? [];
  if (block === undefined) throw new Error(`${page} has no ${language} in "${section}".`);
  return block;
}

const recipe = (language: string) => blockOf('docs/oauth.md', 'Try it against the sandbox', language);

it('the recipe of docs/oauth.md works unchanged', { timeout: 300_000 }, async () => {
  const { folder, run } = await npxProject({ BROWSER: './browser', TF_CLI_CONFIG_FILE: 'mirror.tfrc' });
  onTestFinished(async () => void (await run('npx cdktf-provider-svc sandbox --stop')));
  await writeFile(join(folder, 'main.tf'), await recipe('terraform'));
  await writeFile(join(folder, 'browser'), pageBrowser);
  await chmod(join(folder, 'browser'), 0o755);
  const mirror = `filesystem_mirror {\n    path = ${JSON.stringify(resolve('dist/mirror'))}\n  }`;
  await writeFile(join(folder, 'mirror.tfrc'), `provider_installation {\n  ${mirror}\n}\n`);

  const { code, stdout, stderr } = await run(`set -e\n${await recipe('shell')}`);
  expect({ code, stdout, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/Logged in at http:\/\/127\.0\.0\.1:\d+ as client my-client/);
  expect(stdout).toMatch(/tenants = tolist\(\[\s+"Acme",\s+"Globex",\s+\]\)/);
  expect(stderr).toMatch(/Logged out[\s\S]*has stopped\.\n$/);
});
