import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { projectOnSandbox } from './cdktf-project';
import { listingShell } from './listing-shell';
import { codeOf, promisesOf, readme } from './listings';

const page = 'docs/how-to/from-hcl.md';
const [configuration = ''] = codeOf(page, 'The configuration', 'terraform');
const [convert = ''] = codeOf(page, 'Convert', 'shell');
const [takeOver = ''] = codeOf(page, 'Take the state over', 'shell');

it('a converted HCL configuration with its state plans no changes', async () => {
  const { project } = await projectOnSandbox({ TF_VAR_signing_secret: 'the-secret-of-the-configuration' });
  const shell = listingShell(project);
  await writeFile(path.join(project.folder, 'main.tf'), configuration);
  await writeFile(path.join(project.folder, 'cdktf.json'), readme.settings);
  await writeFile(path.join(project.folder, 'tsconfig.json'), readme.tsconfig);
  await shell.run('npx --no cdktf-provider-svc install');
  await shell.run('$TERRAFORM_BINARY_NAME init && $TERRAFORM_BINARY_NAME apply -auto-approve');

  await shell.run(convert);
  const planned = await shell.run(takeOver);

  for (const promise of promisesOf(takeOver)) expect(planned).toContain(promise);
});
