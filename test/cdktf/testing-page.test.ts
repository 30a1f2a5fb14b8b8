import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { onlyInWholeRun } from '../harness/extent';
import { CdktfProject } from './cdktf-project';
import { codeBefore, codeOf } from './listings';
import { run, succeeded } from './run';

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

it('the vitest test that deploys to the sandbox runs as the page has it', async context => {
  onlyInWholeRun(context);
  const [program = '', test = ''] = codeOf(page, 'Deployment to the sandbox, with vitest', 'typescript');
  const settings = {
    language: 'typescript',
    app: 'npx tsx main.ts',
    projectId: 'test',
    sendCrashReports: 'false',
  };
  const project = await aProject({
    'main.ts': program,
    'deploy.test.ts': test,
    'cdktf.json': JSON.stringify(settings),
  });
  expect(succeeded(await vitest(project))).toMatch(/Tests {2}1 passed/);
});

/** Jest is no dependency of this repository. Where the registry cannot be reached, the listing is not executed. */
it('the jest test runs as the page has it', async context => {
  onlyInWholeRun(context);
  const [test = ''] = codeOf(page, 'Jest, with CommonJS', 'javascript');
  const project = await aProject({ 'stack.test.js': test, 'package.json': '{}' });
  const tools = path.join(project.folder, 'tools');
  const parameters = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', tools, 'jest@30'];
  const installed = await run('npm', parameters, { cwd: project.folder, environment: {} });
  if (installed.code !== 0) {
    console.warn('The jest listing of docs/testing.md is NOT tested here: npm cannot install jest.');
    context.skip(`npm cannot install jest: ${installed.output.slice(-500)}`);
  }
  const jest = path.join(tools, 'node_modules/.bin/jest');
  const rules = ['--rootDir', '.', '--testPathIgnorePatterns', '/tools/', '--watchman=false'];
  expect(succeeded(await project.run(jest, rules, project.folder))).toMatch(/Tests: +3 passed/);
});
