import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox';
import { onlyInWholeRun } from '../harness/extent';
import { installAcme } from './another-provider';
import { CdktfProject } from './cdktf-project';
import { succeeded } from './run';

const program = `
import { App, TerraformProvider, TerraformStack } from 'cdktf';
import { DataSvcTenants, SvcProvider } from 'cdktf-provider-svc';

class Acme extends TerraformProvider {
  constructor(stack: TerraformStack) {
    super(stack, 'acme', {
      terraformResourceType: 'acme',
      terraformProviderSource: 'acme/acme',
      terraformGeneratorMetadata: { providerName: 'acme', providerVersion: '1.0.0' },
    });
  }
}

const app = new App();
for (const name of (process.env.STACKS ?? 'first second').split(' ')) {
  const stack = new TerraformStack(app, name);
  new SvcProvider(stack, 'svc');
  new DataSvcTenants(stack, 'tenants');
  if (process.env.WITH_ACME) new Acme(stack);
}
app.synth();
`;

async function aProject(environment: Readonly<Record<string, string>> = {}): Promise<CdktfProject> {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const platform = { SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key };
  const project = await CdktfProject.create({ ...platform, ...environment });
  await project.writeProgram(program);
  return project;
}

describe('a project that has nothing but the npm package and Terraform', () => {
  it('initializes offline with the lock file of the synthesis, which needs no addition, and refuses another package', async () => {
    const project = await aProject();
    succeeded(await project.synthesize());
    const file = path.join(project.stackFolder('first'), '.terraform.lock.hcl');
    const locked = await readFile(file, 'utf8');
    succeeded(await project.terraform('first', 'init', '-no-color', '-lockfile=readonly'));
    expect(await readFile(file, 'utf8')).toBe(locked);
    await writeFile(
      file,
      locked.replace(/"h1:.{10}/, '"h1:AAAAAAAAAA').replace(/"zh:.{10}/, '"zh:0000000000'),
    );
    const { code, output } = await project.terraform('first', 'init', '-no-color');
    expect(code).not.toBe(0);
    expect(output).toMatch(/doesn't match any\s+(│\s+)?of the checksums/);
  });

  it('deploys several stacks, also beside a provider that nobody has locked yet, which is locked by it', async () => {
    const project = await aProject({ WITH_ACME: 'true' });
    await installAcme(project.home);
    succeeded(await project.cdktf('deploy', 'first', 'second', '--auto-approve'));
    for (const stack of ['first', 'second']) {
      const lock = await readFile(path.join(project.stackFolder(stack), '.terraform.lock.hcl'), 'utf8');
      expect(lock).toMatch(
        /^provider "registry.(?:terraform.io|opentofu.org)\/acme\/acme" \{\n {2}version {5}= "1.0.0"/m,
      );
      expect(lock).not.toContain('/*');
    }
    const lock = path.join(project.stackFolder('first'), '.terraform.lock.hcl');
    const before = await readFile(lock, 'utf8');
    succeeded(await project.synthesize());
    // cdktf-cli looks for addresses of Terraform's registry: for OpenTofu, a comment has them.
    expect((await readFile(lock, 'utf8')).split('\n/*')[0]?.trimEnd()).toBe(before.trimEnd());
  });
});

it('synthesizing one project anew does not break the plan of another that shares the plugin cache', async context => {
  onlyInWholeRun(context);
  const one = await aProject();
  const other = await aProject({
    HOME: one.home,
    TF_PLUGIN_CACHE_DIR: path.join(one.home, '.terraform.d/plugin-cache'),
  });
  for (const project of [one, other]) {
    succeeded(await project.synthesize());
    succeeded(await project.terraform('first', 'init', '-no-color'));
  }
  await rm(path.join(one.folder, 'cdktf.out', 'stacks', 'first', 'terraform.d'), { recursive: true });
  succeeded(await one.synthesize());
  expect(succeeded(await other.terraform('first', 'plan', '-no-color'))).toContain('No changes.');
});
