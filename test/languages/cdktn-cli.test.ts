import { symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CdktfProject } from '../cdktf/cdktf-project';
import { listingShell } from '../cdktf/listing-shell';
import { codeOf, promisesOf } from '../cdktf/listings';
import { cachedPackages } from '../harness/cached-packages';

/** cdktn-cli does not start on Node.js 20. */
const node = `node-${process.platform}-${process.arch}`;
const tools = ['cdktn-cli@0.24.0', 'cdktn@0.24.0', `${node}@22.22.3`];
const first = (section: string, language: string) =>
  codeOf('docs/how-to/cdk-terrain.md', section, language)[0] ?? '';

it('the guide for CDK Terrain goes from an empty folder to a deployment and back', async context => {
  const packages = await cachedPackages(...tools);
  if (packages === undefined) return context.skip(`npm cannot install ${tools.join(', ')}`);
  const environment = { PATH: `${packages}/${node}/bin:${process.env['PATH']}` };
  const project = await CdktfProject.create(environment, { cdks: ['cdktn'] });
  const file = (name: string) => path.join(project.folder, name);
  for (const installed of ['cdktn-cli', '.bin/cdktn'])
    await symlink(`${packages}/${installed}`, file(`node_modules/${installed}`));
  const shell = listingShell(project, 'cdktn');
  await shell.install(first('Install', 'shell'));
  await writeFile(file('cdktf.json'), first('Configure', 'json'));
  const [program = ''] = codeOf('README.md', 'A stack', 'typescript');
  const [, ...stack] = program.split(/(?<=\n)(?=\n)/);
  await writeFile(file('main.ts'), first('Configure', 'typescript') + stack.join(''));
  for (const section of ['Deploy', 'Clean up']) {
    const promises = promisesOf(first(section, 'shell'));
    expect(promises.length, section).toBeGreaterThan(0);
    const output = await shell.run(first(section, 'shell'));
    for (const promise of promises) expect(output).toContain(promise);
  }
});
