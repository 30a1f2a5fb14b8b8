import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { type CdktfProject, projectOnSandbox } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const page = 'docs/how-to/adopt-a-platform.md';
const [write = ''] = codeOf(page, 'Import with cdktf', 'shell');
const [call = '', importFrom = ''] = codeOf(page, 'Import with cdktf', 'typescript');
const [check = ''] = codeOf(page, 'Each night', 'shell');
const [writeOnly = ''] = codeOf('docs/secrets.md', 'A write-only secret in a stack', 'typescript');

const program = (imports: string, constructs: string) => `
import { App, TerraformStack } from 'cdktf';
import { SvcProvider } from 'cdktf-provider-svc';
${imports}

const app = new App();
const stack = new TerraformStack(app, 'stack');
new SvcProvider(stack, 'svc');
${constructs}
app.synth();
`;

/** Applies a program, and plans again. The types are checked, too: tsx runs what TypeScript refuses. */
async function applied(project: CdktfProject, text: string): Promise<string> {
  await project.writeProgram(text);
  const compilerOptions = { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext' };
  const settings = JSON.stringify({ compilerOptions, files: ['main.ts'] });
  await writeFile(path.join(project.folder, 'tsconfig.json'), settings);
  succeeded(await project.run('npx', ['tsc'], project.folder));
  const said = await project.deploy('stack');
  expect(succeeded(await project.terraform('stack', 'plan', '-no-color'))).toContain('No changes.');
  return said;
}

it(`${page}, with cdktf: the constructs import every object without a write, and nothing is unmanaged`, async () => {
  const { project, controls } = await projectOnSandbox();
  const endpoint = { url: 'https://hooks.example.com/alerts', secret: 'the-secret-that-the-platform-has' };
  const webhook = (path: string) => ({ url: `https://hooks.example.com/${path}`, events: ['alert.created'] });
  for (const events of [['alert.created'], ['incident.created']])
    controls.webhooks.create({ ...endpoint, events });
  // Terraform would evaluate this name.
  controls.apiKeys.create({ name: '$' + '{path.root}"', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
  controls.apiKeys.create({ name: '7 break glass', tenant_id: 'ten_north', scopes: [] });
  const shell = (line: string) =>
    project.run('bash', ['-c', `export PATH=$PWD/node_modules/.bin:$PATH; ${line}`], project.folder);
  await writeFile(path.join(project.folder, 'empty.tfstate'), '{"version":4,"resources":[]}');

  succeeded(await shell(`${write.trim()} --state empty.tfstate`));
  const [imports = '', ...constructs] = call.split('\n');
  await project.writeProgram(program(imports, constructs.join('\n')));
  succeeded(await project.synthesize());
  await writeFile(path.join(project.folder, 'known-objects.txt'), '# none\n');
  expect((await shell(check)).output).toContain('manages cannot be told');
  controls.requests.clear();
  // A second file of imports, in a nested scope, and an import of the program itself keep theirs, too.
  const [own, other] = [webhook('own'), webhook('other')].map(each => controls.webhooks.create(each));
  const second = await readFile(path.join(project.folder, 'adopted.ts'), 'utf8');
  const [construct = ''] = second.match(/ {2}imports\.of\(new WebhookEndpoint.*?\);\n/s) ?? [];
  const others = construct
    .replace(/url: ".*"/, `url: "${other?.url}"`)
    .replace(/"wh_.*"\)/, `"${other?.id}")`);
  const body = /(?<=function adopted.*\n.*\n)[\s\S]*(?=}\n$)/;
  await writeFile(path.join(project.folder, 'second.ts'), second.replace(body, others));
  const nested = `adoptedToo(new Construct(stack, 'nested'));
    new WebhookEndpoint(stack, 'own', { url: '${own?.url}', events: ['alert.created'] }).importFrom('${own?.id}');`;
  const more = `import { Construct } from 'constructs';
    import { WebhookEndpoint } from 'cdktf-provider-svc';
    import { adopted as adoptedToo } from './second';`;
  const text = program(`${imports}\n${more}`, `${constructs.join('\n')}\n${nested}`);
  expect(await applied(project, text)).toContain('6 imported, 0 added, 0 changed, 0 destroyed');
  expect(controls.requests.all().filter(({ method }) => method !== 'GET')).toEqual([]);
  expect(succeeded(await shell(check))).toContain('Every object is in a state.');
});

it('by importFrom, an endpoint is imported without a secret, another has a write-only one', async () => {
  const signing = { TF_VAR_signing_secret: 'the-secret-of-the-configuration' };
  const { project, controls } = await projectOnSandbox(signing);
  const { webhooks } = controls;
  const found = { url: 'https://hooks.example.com/alerts', events: ['alert.created'], secret: 'of others' };
  const { id } = webhooks.create(found);
  const imports = "import { EphemeralVariable, EventType, WebhookEndpoint } from 'cdktf-provider-svc';";
  const other = writeOnly.replace("'alerts'", "'other'").replace('com/alerts', 'com/other');
  const both = program(imports, importFrom.replace('wh_123', id) + other);
  expect(await applied(project, both)).toContain('1 imported, 1 added, 0 changed, 0 destroyed');
  const secrets = webhooks.all().map(each => webhooks.stored(each.id)?.secret);
  expect(secrets).toEqual(['of others', 'the-secret-of-the-configuration']);
  const without = both.replace(/^.*importFrom\(.*$/m, '');
  expect(without).not.toBe(both);
  expect(await applied(project, without)).toContain('0 added, 0 changed, 0 destroyed');
});
