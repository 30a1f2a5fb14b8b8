import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aSandbox } from '../harness/a-sandbox';
import { cachedPackages } from '../harness/cached-packages';
import { projectOnSandbox } from './cdktf-project';
import { codeOf, readme } from './listings';
import { succeeded } from './run';

const page = 'docs/how-to/after-the-first-day.md';
const listing = (heading: string, of = page) => codeOf(of, heading, 'typescript')[0] ?? '';
const imports = `import { Fn, TerraformVariable, Token, `;
const first = readme.program.replace('import { ', imports);
const [endpoint = '', key = ''] = first.split(/(?=^new (?:WebhookEndpoint|ApiKey)\()/m).slice(1);
const secondProvider = 'A second provider and its lock file';
const end = 'app.synth();\n';

/** A project whose programs are deployed to a sandbox, without a check of their types. */
async function aProject(environment: Readonly<Record<string, string>> = {}) {
  const { project, controls } = await projectOnSandbox({ TF_VAR_signing_secret: 'any', ...environment });
  await writeFile(path.join(project.folder, 'tsconfig.json'), readme.tsconfig);
  const deploy = async (program: string) => {
    await project.writeProgram(program);
    return project.deploy('security');
  };
  const checkTypes = async () => succeeded(await project.run('npx', ['tsc'], project.folder));
  return { project, deploy, checkTypes, controls };
}

it('a construct is renamed, an object is let go, a file makes ten keys, and a key is handed on', async () => {
  const { project, deploy, checkTypes, controls } = await aProject();
  const { apiKeys, webhooks } = controls;
  await deploy(first);
  const renamed = first.replace(endpoint, listing('Rename without replacing'));
  expect(await deploy(renamed)).toMatch(/has moved to[\s\S]*0 added, 0 changed, 0 destroyed/);

  const letGo = renamed.replace(key, `${listing('Stop managing an object')}${end}`);
  expect(await deploy(letGo)).toMatch(
    /will no longer be managed by Terraform|removed from the OpenTofu state/,
  );
  expect(apiKeys.all()).toMatchObject([{ name: 'dashboard' }]);

  const entries = Array.from({ length: 10 }, (_, n) => ({ name: `reader_${n}`, tenant: 'ten_acme' }));
  const file = path.join(project.folder, 'keys.json');
  await writeFile(file, JSON.stringify(entries));
  const ten = letGo.replace(end, `${listing('Ten objects from a file')}${end}`);
  expect(await deploy(ten)).toContain('10 added, 0 changed, 0 destroyed');

  await writeFile(file, JSON.stringify(entries.slice(1)));
  const handedOn = await deploy(
    ten.replace(end, `${listing("A key's value outside the state", 'docs/secrets.md')}${end}`),
  );
  expect(handedOn).toContain('2 added, 0 changed, 1 destroyed');
  const reader = apiKeys.all().find(({ name }) => name === 'reader')?.id ?? '';
  const store = webhooks.all().find(({ url }) => url.includes('store'))?.id ?? '';
  expect(webhooks.stored(store)?.secret).toBe(apiKeys.stored(reader)?.key);
  await checkTypes();
});

it('one program has a key in each of two accounts', async () => {
  const [production, staging] = [await aSandbox(), await aSandbox()];
  const { deploy, checkTypes } = await aProject({
    ...{ TF_VAR_production_url: production.url, TF_VAR_production_key: production.key },
    ...{ TF_VAR_staging_url: staging.url, TF_VAR_staging_key: staging.key },
  });
  const variables = ['production', 'staging'].map(
    name => `const ${name}Url = new TerraformVariable(stack, '${name}_url', { type: 'string' });\n`,
  );
  const [opening = ''] = first.split(/^new SvcProvider/m);
  const accounts = listing('The same with cdktf', 'docs/remote-state.md');
  await deploy([opening, ...variables, accounts, end].join(''));
  for (const { controls } of [production, staging])
    expect(controls.apiKeys.all()).toMatchObject([{ name: 'dashboard' }]);
  await checkTypes();
});

it('a second provider is named in the lock file, and left to the first init', async context => {
  const packages = await cachedPackages('@cdktf/provider-random@12.0.1');
  if (packages === undefined) return context.skip('npm cannot install @cdktf/provider-random');
  const { project } = await aProject();
  await rm(path.join(project.folder, 'node_modules/@cdktf'));
  await symlink(path.join(packages, '@cdktf'), path.join(project.folder, 'node_modules/@cdktf'));
  const [, imported = '', use = ''] = /^(import .*)\n\n(.*;)$/m.exec(listing(secondProvider)) ?? [];
  await project.writeProgram(`${imported}\n${first.replace(end, `${use}\n${end}`)}`);
  succeeded(await project.synthesize());
  const lock = await readFile(path.join(project.stackFolder('security'), '.terraform.lock.hcl'), 'utf8');
  expect(lock).toMatch(/svc\/svc" \{[\s\S]*h1:[\s\S]*not locked yet[\s\S]*hashicorp\/random" \{/);
});
