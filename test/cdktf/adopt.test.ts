import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aSandbox } from '../harness/a-sandbox';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const page = 'docs/guides/adopt-a-platform.md';
const [write = ''] = codeOf(page, 'Import with cdktf', 'shell');
const [call = ''] = codeOf(page, 'Import with cdktf', 'typescript');
const [check = ''] = codeOf(page, 'Each night', 'shell');

const program = `
import { App, TerraformStack } from 'cdktf';
import { SvcProvider } from 'cdktf-provider-svc';
${call.split('\n')[0]}

const app = new App();
const stack = new TerraformStack(app, 'stack');
new SvcProvider(stack, 'svc');
${call.split('\n').slice(1).join('\n')}
app.synth();
`;

it(`${page}, with cdktf: the constructs import every object without a write, and nothing is unmanaged`, async () => {
  const { url, key, controls } = await aSandbox();
  const endpoint = { url: 'https://hooks.example.com/alerts', secret: 'the-secret-that-the-platform-has' };
  for (const events of [['alert.created'], ['incident.created']])
    controls.webhooks.create({ ...endpoint, events });
  // Terraform would evaluate this name.
  controls.apiKeys.create({ name: '$' + '{path.root}"', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
  controls.apiKeys.create({ name: '7 break glass', tenant_id: 'ten_north', scopes: [] });
  const project = await CdktfProject.create({ SVC_BASE_URL: url, SVC_API_KEY: key });
  const shell = (line: string) =>
    project.run('bash', ['-c', `export PATH=$PWD/node_modules/.bin:$PATH; ${line}`], project.folder);
  await writeFile(path.join(project.folder, 'empty.tfstate'), '{"version":4,"resources":[]}');

  succeeded(await shell(`${write.trim()} --state empty.tfstate`));
  await project.writeProgram(program);
  succeeded(
    await project.run(
      'npx',
      ['tsc', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', 'main.ts'],
      project.folder,
    ),
  );
  succeeded(await project.synthesize());
  expect((await shell(check)).output).toContain('manages cannot be told');
  succeeded(await project.terraform('stack', 'init', '-no-color'));
  controls.requests.clear();
  const applied = succeeded(await project.terraform('stack', 'apply', '-auto-approve', '-no-color'));
  expect(applied).toContain('4 imported, 0 added, 0 changed, 0 destroyed');
  expect(controls.requests.all().filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(succeeded(await project.terraform('stack', 'plan', '-no-color'))).toContain('No changes.');
  expect(succeeded(await shell(check))).toContain('Every other object is in a state.');
});
