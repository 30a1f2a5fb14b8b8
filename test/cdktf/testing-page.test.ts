import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CdktfProject } from './cdktf-project';
import { codeBefore, codeOf } from './listings';
import { succeeded } from './run';

const page = 'docs/testing.md';

/** A project with the stack of the page, ready for the files of one section. */
async function aProject(files: Readonly<Record<string, string>>): Promise<CdktfProject> {
  const project = await CdktfProject.create();
  const all = { 'stack.ts': codeBefore(page, 'typescript'), ...files };
  for (const [name, text] of Object.entries(all)) await writeFile(path.join(project.folder, name), text);
  return project;
}

const vitest = (project: CdktfProject) =>
  project.run('npx', ['--no-install', 'vitest', 'run', '--root', '.'], project.folder);

it('the vitest test of synthesis runs as the page has it', async () => {
  const [test = ''] = codeOf(page, 'Synthesis, with vitest', 'typescript');
  const project = await aProject({ 'stack.test.ts': test });
  expect(succeeded(await vitest(project))).toMatch(/Tests {2}1 passed/);
});

it('the vitest test that deploys to the sandbox runs as the page has it', async () => {
  const [test = ''] = codeOf(page, 'Deployment to the sandbox, with vitest', 'typescript');
  const project = await aProject({ 'deploy.test.ts': test });
  expect(succeeded(await vitest(project))).toMatch(/Tests {2}1 passed/);
});
