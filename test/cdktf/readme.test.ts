import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CdktfProject } from './cdktf-project';
import { codeOf } from './listings';
import { type Run, succeeded } from './run';

const [install = '', plan = '', heal = '', leave = ''] = codeOf('README.md', 'A stack', 'shell');
const [settings = ''] = codeOf('README.md', 'A stack', 'json');
const [program = ''] = codeOf('README.md', 'A stack', 'typescript');
const [sample = ''] = codeOf('README.md', 'A stack', '');

/** Notes what would be installed; the project has it already, and this package from the packed tarball. */
const noted = 'npm() { if [ "$1" = install ]; then echo "$*" >> installed; else command npm "$@"; fi; }\n';
/** Each block goes on in the shell of the blocks before it: what that exported is kept in a file. */
const going = (block: string) =>
  `set -eo pipefail; [ ! -f exported ] || . ./exported\n${noted}${block}\nexport -p > exported\n`;

it('the first stack in README runs unchanged: install, plan, deploy, drift, repair, destroy', async () => {
  const project = await CdktfProject.create();
  const shell = (block: string): Promise<Run> => project.run('bash', ['-c', going(block)], project.folder);
  onTestFinished(async () => void (await shell('npx cdktf-provider-svc sandbox --stop')));

  succeeded(await shell(install));
  const installed = await readFile(path.join(project.folder, 'installed'), 'utf8');
  const packages = installed.split(/\s+/).filter(word => /^[a-z]/.test(word) && word !== 'install');
  expect(packages).toContain('cdktf-provider-svc');
  for (const name of packages) {
    await expect(
      readFile(path.join(project.folder, 'node_modules', name, 'package.json')),
    ).resolves.toBeDefined();
  }
  await writeFile(path.join(project.folder, 'cdktf.json'), settings);
  await writeFile(path.join(project.folder, 'main.ts'), program);

  const planned = linesOf(succeeded(await shell(plan)));
  expect(linesOf(sample).filter(line => !planned.includes(line))).toEqual([]);

  const healed = succeeded(await shell(heal));
  const said = [...healed.matchAll(/Plan: \d.*destroy\.|No changes\./g)].map(([words]) => words);
  expect(said.slice(-3)).toEqual([
    'Plan: 1 to add, 0 to change, 0 to destroy.',
    'Plan: 1 to add, 0 to change, 0 to destroy.',
    'No changes.',
  ]);
  for (const [, promised = ''] of heal.matchAll(/# (.*)$/gm)) expect(healed).toContain(promised);

  expect(succeeded(await shell(leave))).toMatch(
    /Destroy complete! Resources: 2 destroyed\.[\s\S]*has stopped\./,
  );
});

it('README is a first screen, not a reference: under 200 lines', async () => {
  expect((await readFile('README.md', 'utf8')).split('\n').length).toBeLessThan(200);
});

/** What a plan says, without the name of the stack that cdktf puts before each line. */
function linesOf(output: string): string[] {
  return output
    .split('\n')
    .map(line => line.replace(/^security(?= )/, '').trim())
    .filter(line => line !== '');
}
