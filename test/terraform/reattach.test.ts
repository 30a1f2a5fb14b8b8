import { expect, it, onTestFinished } from 'vitest';
import { scenario } from '../harness/scenario';
import { requiredProviders } from '../harness/terraform/provider-installation';
import type { Workspace } from '../harness/terraform/workspace';
import { startPlugin } from '../protocol/plugin-process';
import { endpoint } from './blocks';

/** Starts the provider for nobody, as a debugger or a controller does, and tells Terraform and OpenTofu where it is. */
async function sharedProvider(environment: Readonly<Record<string, string>>) {
  const { child, ended, socketPath } = await startPlugin('dist/provider/provider.cjs', environment);
  onTestFinished(() => void child.kill('SIGKILL'));
  const Addr = { Network: 'unix', String: socketPath };
  const provider = { Protocol: 'grpc', ProtocolVersion: 6, Pid: child.pid, Test: true, Addr };
  const hosts = ['registry.terraform.io', 'registry.opentofu.org'];
  const addresses = Object.fromEntries(hosts.map(host => [`${host}/svc/svc`, provider]));
  return { child, ended, variables: { TF_REATTACH_PROVIDERS: JSON.stringify(addresses) } };
}

it('one provider serves four Terraforms at once and a fifth one later, until a signal ends it', async () => {
  const s = await scenario({ provider: false });
  const environment = { SVC_BASE_URL: s.platform.url, SVC_API_KEY: s.platform.key };
  const { child, ended, variables } = await sharedProvider(environment);
  const signing = { TF_VAR_signing: await s.plantSecret('signing'), ...variables };
  const variable = 'variable "signing" {\n  sensitive = true\n}\n';
  const ofEndpoint = async (name: string) => {
    const workspace = await s.workspace.another();
    await workspace.write('main.tf', requiredProviders + variable + endpoint(name));
    return workspace;
  };
  const workspaces = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(ofEndpoint));
  onTestFinished(() => Promise.all(workspaces.map(each => each.dispose())).then(() => {}));
  const inEach = async (command: string, those: readonly Workspace[]) => {
    const finished = await Promise.all(those.map(each => each.run(command.split(' '), signing)));
    expect(finished.map(({ code, stderr }) => [code, stderr])).toEqual(those.map(() => [0, '']));
  };
  for (const those of [workspaces.slice(0, 4), workspaces.slice(4)]) {
    await inEach('apply -auto-approve -input=false', those);
    await inEach('plan -detailed-exitcode', those);
  }
  expect(s.platform.controls.webhooks.all()).toHaveLength(5);
  await inEach('destroy -auto-approve', workspaces);
  expect(s.platform.controls.webhooks.all()).toEqual([]);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
});
