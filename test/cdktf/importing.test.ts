import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aSandbox } from '../harness/a-sandbox';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const page = 'docs/importing.md';
const [importFrom = '', generate = ''] = codeOf(page, 'With cdktf', 'typescript');
const [print = ''] = codeOf(page, 'With cdktf', 'shell');

const program = (constructs: string) => `
import { App, TerraformStack } from 'cdktf';
import { ApiKey, EventType, SvcProvider, WebhookEndpoint } from 'cdktf-provider-svc';

const app = new App();
const stack = new TerraformStack(app, 'stack');
new SvcProvider(stack, 'svc');
${constructs}
app.synth();
export const used = [ApiKey, EventType, WebhookEndpoint];
`;

/** A platform with two endpoints and a key, and a project beside it. */
async function aProject() {
  const sandbox = await aSandbox();
  const [alerts, incidents] = ['alerts', 'incidents'].map(name =>
    sandbox.controls.webhooks.create({
      url: `https://hooks.example.com/${name}`,
      events: ['alert.created'],
      secret: 'the-secret-that-the-platform-has',
    }),
  );
  const issued = sandbox.controls.apiKeys.create({
    name: 'reader',
    tenant_id: 'ten_acme',
    scopes: ['alerts:read'],
  });
  const project = await CdktfProject.create({ SVC_BASE_URL: sandbox.url, SVC_API_KEY: sandbox.key });
  const ids = { alerts: alerts?.id ?? '', incidents: incidents?.id ?? '', reader: issued.id };
  return { project, ids };
}

/** The types are checked, too: tsx runs what TypeScript refuses. */
async function checkTypes(project: CdktfProject): Promise<void> {
  const settings = {
    compilerOptions: { strict: true, noEmit: true, skipLibCheck: true, module: 'nodenext' },
  };
  await writeFile(path.join(project.folder, 'tsconfig.json'), JSON.stringify(settings));
  succeeded(await project.run('npx', ['tsc'], project.folder));
}

it(`${page}: what cdktf prints for an import is pasted and deployed, and the next plan is empty`, async () => {
  const { project, ids } = await aProject();
  const generateAll = [
    generate.replace('wh_123', ids.incidents),
    `ApiKey.generateConfigForImport(stack, 'reader', '${ids.reader}');`,
  ];
  await project.writeProgram(program(generateAll.join('\n').replace("'alerts'", "'incidents'")));
  const printed = succeeded(await project.run('bash', ['-c', `exec 2>/dev/null\n${print}`], project.folder));
  const pasted = printed
    .split(/(?=^new )/m)
    .map(code =>
      code.replace(
        /\}\);\s*$/,
        `}).importFrom('${code.includes('reader') ? ids.reader : ids.incidents}');\n`,
      ),
    )
    .join('');
  expect(pasted.match(/importFrom/g)).toHaveLength(2);

  await project.writeProgram(program(`${importFrom.replace('wh_123', ids.alerts)}\n${pasted}`));
  await checkTypes(project);
  succeeded(await project.synthesize());
  succeeded(await project.terraform('stack', 'init', '-no-color'));
  const applied = succeeded(await project.terraform('stack', 'apply', '-auto-approve', '-no-color'));
  expect(applied).toContain('3 imported, 0 added, 0 changed, 0 destroyed');
  expect(succeeded(await project.terraform('stack', 'plan', '-no-color'))).toContain('No changes.');
});
