import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { aSandbox } from '../harness/a-sandbox';
import { CdktfProject } from './cdktf-project';
import { listingShell } from './listing-shell';
import { codeOf, promisesOf } from './listings';

const page = 'docs/how-to/from-hcl.md';
const [, tsconfig = ''] =
  /^(echo '[^']*' > tsconfig\.json)$/m.exec(codeOf('README.md', 'A stack', 'shell')[0] ?? '') ?? [];
const [configuration = ''] = codeOf(page, 'The configuration', 'terraform');
const [convert = ''] = codeOf(page, 'Convert', 'shell');
const [settings = ''] = codeOf('README.md', 'A stack', 'json');
const [takeOver = ''] = codeOf(page, 'Take the state over', 'shell');

it('a converted HCL configuration with its state plans no changes', async () => {
  const sandbox = await aSandbox();
  const project = await CdktfProject.create({
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: 'the-secret-of-the-configuration',
  });
  const shell = listingShell(project);
  await writeFile(path.join(project.folder, 'main.tf'), configuration);
  await writeFile(path.join(project.folder, 'cdktf.json'), settings);
  await shell.run(tsconfig);
  await shell.run('npx --no cdktf-provider-svc install');
  await shell.run('$TERRAFORM_BINARY_NAME init && $TERRAFORM_BINARY_NAME apply -auto-approve');

  await shell.run(convert);
  const planned = await shell.run(takeOver);

  for (const promise of promisesOf(takeOver)) expect(planned).toContain(promise);
});
