import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CdktfProject } from './cdktf-project';
import { codeBefore, codeOf } from './listings';
import { succeeded } from './run';

const page = 'docs/testing.md';

it('the vitest tests of synthesis and of a deployment to the sandbox run as the page has them', async () => {
  const project = await CdktfProject.create();
  const [synthesis = '', deployment = ''] = ['Synthesis', 'Deployment to the sandbox'].map(
    name => codeOf(page, `${name}, with vitest`, 'typescript')[0],
  );
  for (const [name, text] of Object.entries({
    'stack.ts': codeBefore(page, 'typescript'),
    'stack.test.ts': synthesis,
    'deploy.test.ts': deployment,
  }))
    await writeFile(path.join(project.folder, name), text);
  const vitest = ['--no-install', 'vitest', 'run', '--root', '.'];
  expect(succeeded(await project.run('npx', vitest, project.folder))).toMatch(/Tests {2}2 passed/);
});
