import { randomBytes } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { codeBefore, codeOf, promisesOf } from '../../cdktf/listings';
import { needRunnerPrograms } from '../pipelines/runner';
import { readerShell } from '../reader-shell';

const hcl = 'docs/how-to/get-started-hcl.md';
const report = 'docs/report.md';
const installing = 'docs/installing.md';
const adopting = 'docs/how-to/adopt-a-platform.md';
const first = (page: string, section: string, language: string) => codeOf(page, section, language)[0] ?? '';

it('the guide for HCL goes from an empty folder to a deployment and back, by the pages of reports and of another version', async context => {
  const { folder, shell } = await readerShell();
  await shell(first(hcl, 'Install', 'shell'));
  const main = first(hcl, 'Configure', 'terraform');
  await writeFile(join(folder, 'main.tf'), main);
  const follow = async (section: string) => {
    const listing = first(hcl, section, 'shell');
    const output = await shell(listing);
    for (const promise of promisesOf(listing)) expect(output).toContain(promise);
  };
  await follow('Deploy');

  await writeFile(
    join(folder, 'main.tf'),
    main.replace('["alerts:read"]', '["alerts:read", "alerts:write"]'),
  );
  expect(await shell(codeBefore(report, 'shell'))).toContain('`widened-scope`');

  await writeFile(join(folder, 'main.tf'), main);
  for (const listing of codeOf(installing, 'One command', 'shell')) await shell(listing);
  expect(await shell('terraform plan')).toContain('No changes.');
  await follow('Clean up');

  needRunnerPrograms(context);
  expect(await shell(first(report, 'JSON', 'shell'))).toMatch(/^widened-scope svc_api_key\.dashboard: .+\n$/);
});

it('the guide from curl scripts and the console imports all that a script has created, and changes nothing', async () => {
  const { folder, shell } = await readerShell();
  await shell(first(hcl, 'Install', 'shell'));
  const secret = randomBytes(24).toString('base64url');
  await shell(`eval "$(npx --no cdktf-provider-svc sandbox --background)"; export SIGNING_SECRET=${secret}`);
  await shell(first(adopting, 'From curl scripts', 'shell'));
  await writeFile(join(folder, 'main.tf'), first(adopting, 'What is unmanaged', 'terraform'));
  for (const listing of codeOf(adopting, 'Import with HCL', 'shell')) {
    const output = await shell(listing);
    for (const promise of promisesOf(listing)) expect(output).toContain(promise);
  }
  await rm(join(folder, 'imports.tf'));
  expect(await shell('terraform plan')).toContain('No changes.');
});

it('the guide from restapi imports what it forgets, and changes nothing', async () => {
  const { folder, shell } = await readerShell();
  await shell(first(hcl, 'Install', 'shell'));
  await shell(
    'eval "$(npx --no cdktf-provider-svc sandbox --background)"; export SIGNING_SECRET=only-for-trying',
  );
  await shell(first(adopting, 'From curl scripts', 'shell'));
  // The provider restapi is not here. A resource of Terraform itself has its names.
  const standIn = (text: string) => text.replaceAll('restapi_object', 'terraform_data');
  const before = ['alerts', 'dashboard'].map(name => `resource "terraform_data" "${name}" {}\n`).join('');
  await writeFile(join(folder, 'main.tf'), before);
  await shell('terraform init && terraform apply -auto-approve');
  const main = first(adopting, 'What is unmanaged', 'terraform');
  const forgotten = standIn(first(adopting, 'From restapi', 'terraform'));
  await writeFile(join(folder, 'main.tf'), main + forgotten);
  const listing = first(adopting, 'Import with HCL', 'shell');
  const output = await shell(listing);
  expect(output).toContain('2 to import');
  for (const promise of promisesOf(listing)) expect(output).toContain(promise);
  expect(await shell('terraform state list')).not.toContain('terraform_data');
});

it('the guide for cdktn has the imports and the settings of the stack that README shows', () => {
  const inReadme = (language: string) =>
    first('README.md', 'A stack', language).replaceAll(`'cdktf`, `'cdktn`);
  const shown = (language: string) => first('docs/how-to/cdk-terrain.md', 'Configure', language);
  expect(inReadme('typescript').split('\n\n')[0]).toBe(shown('typescript').trim());
  expect(JSON.parse(shown('json'))).toMatchObject(JSON.parse(inReadme('json')));
});
