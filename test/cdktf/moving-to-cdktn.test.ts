import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { cachedPackages } from '../harness/cached-packages';
import { CdktfProject, projectOnSandbox } from './cdktf-project';
import { codeOf, sectionOf } from './listings';
import { succeeded } from './run';

const page = 'docs/how-to/cdk-terrain.md';
const [, rename = '', unlock = '', diff = ''] = codeOf(page, 'Move from cdktf', 'shell');
const crash = /^`(_reset.*)`\.$/m.exec(sectionOf(page, 'Move from cdktf'))?.[1] ?? '-';
const [settings = ''] = codeOf(page, 'Target versions', 'json');
const stack = 'security-operations';

const shellOf = (project: CdktfProject) => (listing: string) =>
  project.run('bash', ['-ec', listing], project.folder);

it('docs/how-to/cdk-terrain.md moves a deployed stack with an empty plan', async () => {
  const { project } = await projectOnSandbox(
    { TF_VAR_signing_secret: randomBytes(24).toString('base64url') },
    { cdks: ['cdktf', 'cdktn'] },
  );
  const shell = shellOf(project);
  const file = (name: string) => path.join(project.folder, name);

  const { context: _, ...unset }: Record<string, unknown> = JSON.parse(
    await readFile(file('cdktf.json'), 'utf8'),
  );
  await writeFile(file('cdktf.json'), JSON.stringify(unset));
  // Quotation marks of another style.
  const example = await readFile(file('main.ts'), 'utf8');
  await project.writeProgram(example.replace("from 'cdktf-provider-svc'", 'from "cdktf-provider-svc"'));
  await project.deploy(stack);

  await writeFile(file('view.tsx'), "export { Fn } from 'cdktf';\n// cdktf\n");
  const left = succeeded(await shell(`git init -q && git add main.ts view.tsx && ${rename}`));
  expect(left.trim()).toBe('view.tsx:2:// cdktf');
  await rm(file('view.tsx'));
  const renamed = await readFile(file('main.ts'), 'utf8');
  expect(renamed).not.toContain('cdktf');
  const refused = await project.synthesize();
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain('requires terraform >=1.8.0, but the project targets terraform >=1.5.7');
  await writeFile(file('cdktf.json'), JSON.stringify({ ...unset, ...JSON.parse(settings) }));
  expect(succeeded(await shell(`${unlock}\n${diff}`))).toContain('No changes.');
});

const program = `
import { App } from 'cdktf'; import { EventType } from "cdktf-provider-svc";
import { Names } from './stacks/names';
const app = new App();
new Names(app, 'names', EventType.ALERT_CREATED);
app.synth();
`;
const names = `
import { RandomProvider } from '@cdktf/provider-random/lib/provider';
import { pet, stringResource } from "@cdktf/provider-random";
import { TerraformStack } from 'cdktf/lib/terraform-stack';
import { WebhookEndpoint } from 'cdktf-provider-svc/lib/webhook-endpoint';
import { SvcProvider } from 'cdktf-provider-svc/lib/provider';
const { Fn } = require('cdktf');
export class Names extends TerraformStack {
  constructor(scope, id, event) {
    super(scope, id);
    new SvcProvider(this, 'svc');
    new RandomProvider(this, 'random');
    const name = new pet.Pet(this, 'name', { keepers: { tool: 'cdktf' } });
    const secret = new stringResource.StringResource(this, 'secret', { length: 32 }).result;
    new WebhookEndpoint(this, 'alerts', { url: \`https://\${Fn.lower(name.id)}.example.com\`, events: [event], secret });
  }
}
`;

it('docs/how-to/cdk-terrain.md moves a program with another prebuilt provider, folders and deep imports', async context => {
  const prebuilt = ['@cdktf/provider-random@12.0.1', '@cdktn/provider-random@15.0.1'];
  const packages = await cachedPackages(...prebuilt);
  if (packages === undefined) return context.skip(`npm cannot install ${prebuilt.join(' and ')}`);
  const project = await CdktfProject.create({}, { cdks: ['cdktf', 'cdktn'] });
  for (const scope of ['@cdktf', '@cdktn']) {
    await rm(path.join(project.folder, 'node_modules', scope));
    await symlink(path.join(packages, scope), path.join(project.folder, 'node_modules', scope));
  }
  const library = path.join(project.folder, 'stacks/names.ts');
  await mkdir(path.dirname(library));
  await writeFile(library, names);
  await project.writeProgram(program);
  const synthesized = async () => {
    succeeded(await project.synthesize());
    const { provider, resource } = JSON.parse(
      await readFile(path.join(project.stackFolder('names'), 'cdk.tf.json'), 'utf8'),
    );
    return { provider, resource };
  };
  const before = await synthesized();

  succeeded(await shellOf(project)(`git init -q && git add main.ts stacks && ${rename}`));

  expect(await synthesized()).toEqual(before);
  expect(succeeded(await shellOf(project)('git status --short stacks'))).toBe('AM stacks/names.ts\n');
  const renamed = await readFile(library, 'utf8');
  await writeFile(library, renamed.replaceAll('@cdktn/', '@cdktf/'));
  expect((await project.synthesize()).output).toContain(crash);
});
