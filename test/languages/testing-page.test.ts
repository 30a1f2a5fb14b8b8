import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CdktfProject } from '../cdktf/cdktf-project';
import { codeOf } from '../cdktf/listings';
import { succeeded } from '../cdktf/run';
import { toolchains } from './toolchains';

it('the unittest of docs/testing.md runs as the page has it, and an error of a construct reaches Python', async context => {
  const project = await CdktfProject.create({}, { language: 'python' });
  const obstacle = await toolchains['python']?.prepare(project, 'cdktf');
  if (obstacle !== undefined) context.skip(obstacle);
  const [listing = ''] = codeOf('docs/testing.md', 'Python, with unittest', 'python');
  const file = path.join(project.folder, 'test_stack.py');
  await writeFile(file, listing);
  const python = path.join(project.folder, 'venv/bin/python');
  const ran = await project.run(python, [file], project.folder);
  expect(succeeded(ran)).toMatch(/Ran 2 tests[\s\S]*OK/);
});
