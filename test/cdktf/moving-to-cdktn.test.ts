import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox';
import { onlyInWholeRun } from '../harness/extent';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const page = 'docs/moving-to-cdktn.md';
const [, rename = '', diff = ''] = codeOf(page, 'Steps', 'shell');
const [settings = ''] = codeOf(page, 'Target versions', 'json');
const stack = 'security-operations';

it('docs/moving-to-cdktn.md moves a deployed stack with an empty plan', async context => {
  onlyInWholeRun(context);
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const project = await CdktfProject.create(
    {
      SVC_BASE_URL: sandbox.url,
      SVC_API_KEY: sandbox.key,
      TF_VAR_signing_secret: randomBytes(24).toString('base64url'),
    },
    { cdks: ['cdktf', 'cdktn'] },
  );
  const shell = (listing: string) => project.run('bash', ['-ec', listing], project.folder);
  const file = (name: string) => path.join(project.folder, name);

  const { context: _, ...unset }: Record<string, unknown> = JSON.parse(
    await readFile(file('cdktf.json'), 'utf8'),
  );
  await writeFile(file('cdktf.json'), JSON.stringify(unset));
  // Quotation marks of another style.
  const example = await readFile(file('main.ts'), 'utf8');
  await project.writeProgram(example.replace("from 'cdktf-provider-svc'", 'from "cdktf-provider-svc"'));
  await project.deploy(stack);
  const policy = await readFile(path.join(project.stackFolder(stack), 'svc-policy.json'), 'utf8');

  succeeded(await shell(rename));
  const renamed = await readFile(file('main.ts'), 'utf8');
  expect(renamed).not.toContain('cdktf');
  const refused = await project.cdktf('synth');
  expect(refused.code).not.toBe(0);
  expect(refused.output).toContain('requires terraform >=1.8.0, but the project targets terraform >=1.5.7');
  await writeFile(file('cdktf.json'), JSON.stringify({ ...unset, ...JSON.parse(settings) }));
  expect(succeeded(await shell(diff))).toContain('No changes.');
  expect(await readFile(path.join(project.stackFolder(stack), 'svc-policy.json'), 'utf8')).toBe(policy);
});
