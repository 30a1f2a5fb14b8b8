import { cp, readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { expect, it, onTestFinished } from 'vitest';
import { Evidence } from '../harness/secrets/evidence';
import { listening } from '../harness/servers/listening';
import { foundTerraform } from '../harness/terraform/found-terraform';
import { Workspace } from '../harness/terraform/workspace';

/** A registry on this machine that has no provider; the paths it is asked for. */
async function emptyRegistry() {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(404).end();
  });
  const port = await listening(server);
  return { asked, services: `services = { "providers.v1" = "http://127.0.0.1:${port}/" }` };
}

async function emptyWorkspace(cliConfiguration = '') {
  const { path: binary } = await foundTerraform();
  const evidence = new Evidence();
  const workspace = await Workspace.create({ binary, environment: {}, cliConfiguration, evidence });
  onTestFinished(() => void workspace.dispose());
  return workspace;
}

it('the CLI configuration in docs/installing.md installs our provider, and all others from their registries', async () => {
  const page = await readFile('docs/installing.md', 'utf8');
  const [, block = ''] = /```hcl\n(provider_installation \{[\s\S]*?\n\})\n```/.exec(page) ?? [];
  const { asked, services } = await emptyRegistry();
  const hosts = ['registry.terraform.io', 'registry.opentofu.org', 'registry.example'];
  const cliConfiguration = [
    block.replace('/path/to/dist/mirror', resolve('dist/mirror')),
    ...hosts.map(host => `host "${host}" {\n  ${services}\n}`),
  ].join('\n');
  const workspace = await emptyWorkspace(cliConfiguration);
  const requiring = (others: string) =>
    workspace.write(
      'main.tf',
      `terraform {\n  required_providers {\n    svc = { source = "svc/svc" }\n${others}\n  }\n}\n`,
    );

  await requiring('');
  const alone = await workspace.run(['init', '-no-color']);
  expect(alone.code, alone.stderr).toBe(0);
  expect(asked).toEqual([]);

  await requiring('acme = { source = "acme/acme" }\n other = { source = "registry.example/acme/other" }');
  expect((await workspace.run(['init', '-no-color'])).code).not.toBe(0);
  expect(asked.sort()).toEqual(['/acme/acme/versions', '/acme/other/versions']);
});

it('the image of docs/installing.md installs our provider without a CLI configuration', async () => {
  const page = await readFile('docs/installing.md', 'utf8');
  const [, ...parameters] = /npx --no cdktf-provider-svc (install) (--dir) (\w+)/.exec(page) ?? [];
  const [, source = '', target = ''] = /^COPY (\w+) \/root\/(\S+)$/m.exec(page) ?? [];
  expect(source).toBe(parameters.at(-1));
  const workspace = await emptyWorkspace();
  const cwd = workspace.directory;
  await execa(process.execPath, [resolve('dist/cli.cjs'), ...parameters], { cwd });
  await cp(join(cwd, source), join(cwd, 'home', target), { recursive: true });
  await workspace.write('main.tf', 'terraform {\n  required_providers { svc = { source = "svc/svc" } }\n}\n');
  const { code, stdout, stderr } = await workspace.run(['init', '-no-color']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stdout).toMatch(/Installed svc\/svc/);
});
