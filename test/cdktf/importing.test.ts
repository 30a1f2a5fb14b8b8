import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aSandbox } from '../harness/a-sandbox';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const page = 'docs/importing.md';
const [importFrom = ''] = codeOf(page, 'With cdktf', 'typescript');

const program = (constructs: string) => `
import { App, TerraformStack } from 'cdktf';
import { EventType, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'stack');
new SvcProvider(stack, 'svc');
${constructs}
app.synth();
`;

/** The types are checked, too: tsx runs what TypeScript refuses. */
async function checkTypes(project: CdktfProject): Promise<void> {
  const settings = {
    compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext' },
  };
  await writeFile(path.join(project.folder, 'tsconfig.json'), JSON.stringify(settings));
  succeeded(await project.run('npx', ['tsc'], project.folder));
}

it(`${page}: a construct without a secret imports its endpoint, and the next plan is empty`, async () => {
  const { url, key, controls } = await aSandbox();
  const { id } = controls.webhooks.create({
    url: 'https://hooks.example.com/alerts',
    events: ['alert.created'],
    secret: 'the-secret-that-the-platform-has',
  });
  const project = await CdktfProject.create({ SVC_BASE_URL: url, SVC_API_KEY: key });
  await project.writeProgram(program(importFrom.replace('wh_123', id)));
  await checkTypes(project);
  succeeded(await project.synthesize());
  succeeded(await project.terraform('stack', 'init', '-no-color'));
  const applied = succeeded(await project.terraform('stack', 'apply', '-auto-approve', '-no-color'));
  expect(applied).toContain('1 imported, 0 added, 0 changed, 0 destroyed');
  expect(succeeded(await project.terraform('stack', 'plan', '-no-color'))).toContain('No changes.');
});
