import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished, type TestContext } from 'vitest';
import { version } from '../../package.json';
import { writeMirror } from '../../scripts/package/mirror';
import { type NodeBinary, nodeBinary } from '../../scripts/package/node-binary';
import { registryArchives } from '../../scripts/package/registry-archives';
import { findTerraform } from '../../src/cli/terraform-binary';
import { startSandbox } from '../../src/sandbox';
import { pathWithoutNode } from '../harness/environment/path-without-node';
import { onlyInWholeRun } from '../harness/extent';
import { Evidence } from '../harness/secrets/evidence';
import { requiredProviders } from '../harness/terraform/provider-installation';
import { Workspace } from '../harness/terraform/workspace';

async function shippedNode(context: TestContext): Promise<NodeBinary> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return context.skip('this is not Linux on x64');
  try {
    return await nodeBinary('linux_amd64');
  } catch (error) {
    return context.skip(`the Node.js to ship could not be fetched: ${error}`);
  }
}

/** A mirror of the package for Linux on x64, with the Node.js that is shipped. */
async function mirrorWith(node: NodeBinary): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-mirror-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const archives = await registryArchives({
    program: resolve('dist/provider'),
    version,
    bundled: [],
    platforms: ['linux_amd64'],
    nodeOf: async () => node,
  });
  writeMirror(folder, version, archives);
  return folder;
}

it('on a runner without Node.js, the package of the registry creates and plans', async context => {
  // registries.test.ts shows the same with a small program in the place of Node.js.
  onlyInWholeRun(context);
  const mirror = await mirrorWith(await shippedNode(context));
  const sandbox = await startSandbox();
  const workspace = await Workspace.create({
    binary: (await findTerraform({ environment: process.env })).path,
    environment: {
      PATH: pathWithoutNode(),
      SVC_BASE_URL: sandbox.url,
      SVC_API_KEY: sandbox.key,
      TF_LOG: '',
    },
    cliConfiguration: `provider_installation {\n  filesystem_mirror {\n    path = ${JSON.stringify(mirror)}\n  }\n}\n`,
    evidence: new Evidence(),
  });
  onTestFinished(async () => {
    await workspace.dispose();
    await sandbox.close();
  });
  const name = 'resource "svc_api_key" "one" {\n  name = "one"\n  scopes = ["alerts:read"]\n  tenant_id = ';
  await workspace.write(
    'main.tf',
    `${requiredProviders}\ndata "svc_tenants" "all" {}\n${name}data.svc_tenants.all.tenants[0].id\n}\n`,
  );
  for (const command of [
    ['init', '-no-color'],
    ['apply', '-no-color', '-auto-approve'],
    ['plan', '-no-color', '-detailed-exitcode'],
  ]) {
    const { code, stderr } = await workspace.run(command);
    expect([command[0], code, stderr]).toEqual([command[0], 0, '']);
  }
});
