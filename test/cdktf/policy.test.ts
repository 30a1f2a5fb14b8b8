import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { holdingDay } from '../harness/holding-day';
import { projectOnSandbox } from './cdktf-project';
import { codeOf } from './listings';
import { succeeded } from './run';

const page = 'docs/policy.md';
const [program = ''] = codeOf(page, 'In a stack', 'typescript');
const [message = ''] = codeOf(page, 'In a stack', '');
// The page's day will have passed.
const entries = codeOf(page, 'Accept a risk', 'json').join().replaceAll('2027-03-31', holdingDay);
const [rules = ''] = codeOf(page, 'One policy in a file', 'json');
const [report = ''] = codeOf(page, 'One policy in a file', 'shell');

it('docs/policy.md: a finding fails the synthesis, and is accepted in stack and plan', async () => {
  const { project } = await projectOnSandbox();
  await project.writeProgram(program);
  const refused = await project.synthesize();
  expect(refused.code).not.toBe(0);
  expect(refused.output.replace(/\s+/g, ' ')).toContain(message.trim().replace(/\s+/g, ' '));

  const beside = path.join(project.folder, 'accepted-risks.json');
  await writeFile(beside, entries);
  await writeFile(path.join(project.folder, 'policy.json'), rules);
  succeeded(await project.synthesize());
  succeeded(await project.terraform('security', 'init', '-no-color'));
  succeeded(await project.terraform('security', 'plan', '-no-color', '-out=plan'));
  const reported = await project.run('sh', ['-c', report], project.stackFolder('security'));
  expect(succeeded(reported)).toContain(
    'Reason: `Sealed in the safe of the duty officer, rotated after use.`',
  );
  await writeFile(beside, '[]');
  expect(await project.run('sh', ['-c', report], project.stackFolder('security'))).toMatchObject({ code: 3 });
});
