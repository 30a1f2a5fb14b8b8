import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aSandbox } from '../harness/a-sandbox';
import { findLeaks, makeSecret, type Secret } from '../harness/secrets/secrets';
import { unzipped } from '../harness/secrets/unzipped';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const [listing = ''] = codeOf('docs/secrets.md', 'A write-only secret in a stack', 'typescript');

/** The endpoint of the page, and one whose secret Terraform stores: the search must find that one. */
const program = `
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { EphemeralVariable, EventType, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'stack');
new SvcProvider(stack, 'svc');
${listing}
new WebhookEndpoint(stack, 'stored', {
  url: 'https://hooks.example.com/stored',
  events: [EventType.ALERT_CREATED],
  secret: new TerraformVariable(stack, 'stored_secret', { sensitive: true }).stringValue,
});
app.synth();
`;

it('docs/secrets.md: a write-only secret is in no saved plan, no state and no output', async () => {
  const sandbox = await aSandbox();
  const [writeOnly, stored] = [makeSecret('write-only'), makeSecret('stored')];
  const project = await CdktfProject.create({
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: writeOnly.value,
    TF_VAR_stored_secret: stored.value,
  });
  await project.writeProgram(program);
  const outputs = [succeeded(await project.synthesize())];
  for (const command of ['init', 'plan -out=saved.tfplan', 'apply saved.tfplan'])
    outputs.push(succeeded(await project.terraform('stack', ...command.split(' '), '-no-color')));
  const texts = [...(await filesBelow(project.folder)), ['the output', outputs.join('\n')] as const];
  const placesOf = (secret: Secret) =>
    texts.filter(([name, text]) => findLeaks(name, text, [secret]).length > 0).map(([name]) => name);
  expect(placesOf(writeOnly)).toEqual([]);
  expect(placesOf(stored).sort()).toEqual(['saved.tfplan', 'terraform.stack.tfstate']);
  const { webhooks } = sandbox.controls;
  expect(
    webhooks
      .all()
      .map(({ id }) => webhooks.kept(id)?.secret)
      .sort(),
  ).toEqual([writeOnly.value, stored.value].sort());
});

async function filesBelow(folder: string): Promise<(readonly [string, string])[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter(file => file.isFile() && !file.parentPath.includes('node_modules'))
    .map(async ({ parentPath, name }) => {
      const bytes = await readFile(path.join(parentPath, name));
      const inside = name.endsWith('.tfplan') ? [...unzipped(bytes).values()].join('\n') : '';
      return [name, bytes.toString('latin1') + inside] as const;
    });
  return Promise.all(texts);
}
