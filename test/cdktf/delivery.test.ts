import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { CdktfProject } from './cdktf-project';
import { succeeded } from './run';

const program = `
import { App, TerraformStack } from 'cdktf';
import { SvcProvider } from 'cdktf-provider-svc';

const app = new App();
new SvcProvider(new TerraformStack(app, 'stack'), 'svc');
app.synth();
`;

it('a project that has nothing but the npm package and Terraform initializes offline with the lock file of the synthesis, which needs no addition, and refuses another package', async () => {
  const project = await CdktfProject.create();
  await project.writeProgram(program);
  succeeded(await project.synthesize());
  const file = path.join(project.stackFolder('stack'), '.terraform.lock.hcl');
  const locked = await readFile(file, 'utf8');
  succeeded(await project.terraform('stack', 'init', '-no-color', '-lockfile=readonly'));
  expect(await readFile(file, 'utf8')).toBe(locked);
  await writeFile(file, locked.replace(/"h1:.{10}/, '"h1:AAAAAAAAAA').replace(/"zh:.{10}/, '"zh:0000000000'));
  const { code, output } = await project.terraform('stack', 'init', '-no-color');
  expect(code).not.toBe(0);
  expect(output).toMatch(/doesn't match any\s+(│\s+)?of the checksums/);
});
