import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox';
import { findLeaks } from '../harness/secrets/secrets';
import { unzipped } from '../harness/secrets/unzipped';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const [ephemeral = ''] = codeOf('docs/secrets.md', 'A write-only secret in a stack', 'typescript');
const line = "secret.addOverride('ephemeral', true);\n";
const overridden = ephemeral.replace(
  "new EphemeralVariable(stack, 'signing_secret');\n",
  `new TerraformVariable(stack, 'signing_secret', { type: 'string', sensitive: true });\n${line}`,
);

const program = (listing: string) => `
import { App, TerraformStack, TerraformVariable } from 'cdktf';
import { EphemeralVariable, EventType, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'stack');
new SvcProvider(stack, 'svc');
${listing}
app.synth();
`;

async function aProject(listing: string) {
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const secret = { name: 'signing secret', value: randomBytes(24).toString('base64url') };
  const project = await CdktfProject.create({
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: secret.value,
  });
  await project.writeProgram(program(listing));
  return { sandbox, secret, project };
}

/** Plans to a file, applies it, and returns where in the project the secret stands then. */
async function placesOf(secret: { name: string; value: string }, project: CdktfProject): Promise<string[]> {
  const outputs = [succeeded(await project.synthesize())];
  for (const command of ['init', 'plan -out=saved.tfplan', 'show -json saved.tfplan', 'apply saved.tfplan']) {
    outputs.push(succeeded(await project.terraform('stack', ...command.split(' '), '-no-color')));
  }
  const texts = [...(await filesBelow(project.folder)), ['the output', outputs.join('\n')] as const];
  return texts.filter(([name, text]) => findLeaks(name, text, [secret]).length > 0).map(([name]) => name);
}

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

describe('a write-only secret is in no saved plan, in no state and in no output', () => {
  it.each([
    ['an EphemeralVariable', ephemeral],
    ['a TerraformVariable with the override', overridden],
  ])('as %s', async (_, listing) => {
    const { sandbox, secret, project } = await aProject(listing);
    expect(await placesOf(secret, project)).toEqual([]);
    const [endpoint] = sandbox.controls.webhooks.all();
    expect(sandbox.controls.webhooks.secretOf(endpoint?.id ?? '')).toBe(secret.value);
    expect(await readdir(project.folder)).toContain('terraform.stack.tfstate');
    expect(await project.plan('stack')).toContain('No changes.');
  });

  it('and the same search finds a secret that is not write-only', async () => {
    const listing = overridden.replace(line, '').replace(/secretWo: (.*)\n.*\n/, 'secret: $1\n');
    const { secret, project } = await aProject(listing);
    expect((await placesOf(secret, project)).sort()).toEqual(
      expect.arrayContaining(['saved.tfplan', 'terraform.stack.tfstate']),
    );
  });
});

it('without the override synthesis refuses the variable and names the line', async () => {
  expect(overridden).toContain(line);
  const { project } = await aProject(overridden.replace(line, ''));
  const { code, output } = await project.synthesize();
  expect(code).not.toBe(0);
  expect(output).toContain("variable.addOverride('ephemeral', true)");
});
