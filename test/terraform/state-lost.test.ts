import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codeOf } from '../cdktf/listings';
import { aSandbox } from '../harness/a-sandbox';
import { requiredProviders } from '../harness/terraform/provider-installation';
import { command, readerShell } from './reader-shell';

const page = 'docs/guides/adopt-a-platform.md';
const [find = '', check = '', apply = '', replace = ''] = codeOf(page, 'The state is lost', 'shell');
const numbers = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);

/** Quotes and blanks in the keys of `for_each`. */
const configuration = `${requiredProviders}
provider "svc" {
  look_alikes = "refuse"
}
resource "svc_webhook_endpoint" "each" {
  for_each = toset([for n in range(300) : "the \\"\${n}\\""])
  url      = "https://receiver.example/\${trim(each.key, "the \\"")}"
  events   = ["alert.created"]
  secret   = "as-configured"
}
resource "svc_api_key" "ci" {
  for_each  = toset(concat(["build"], [for n in range(399) : tostring(n)]))
  name      = each.key
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
}
`;

it(`${page}: 700 objects of a lost state are imported at their addresses, none is created, and their keys are issued again`, {
  timeout: 240_000,
}, async () => {
  const sandbox = await aSandbox();
  const { webhooks, apiKeys } = sandbox.controls;
  for (const number of numbers(300))
    webhooks.create({ url: `https://receiver.example/${number}`, events: ['alert.created'] });
  const fields = { tenant_id: 'ten_acme', scopes: ['alerts:read'] };
  for (const name of ['build', ...numbers(399), 'by hand']) apiKeys.create({ name, ...fields });
  const { folder, shell } = await readerShell();
  await shell(`export SVC_BASE_URL=${sandbox.url} SVC_API_KEY=${sandbox.key}; ${command} install`);
  await writeFile(path.join(folder, 'main.tf'), configuration);

  const listings = `PATH=$PWD/node_modules/.bin:$PATH\n${find.replaceAll('npx ', '')}${check}`;
  const found = await shell(listings);
  expect(found.match(/^svc_\w+\.\w+\[".* {2}(?:wh|key)_/gm)).toHaveLength(700);
  expect(found).toContain('701 objects are in no state. This plan creates 700 of them.');
  expect(found).toContain('Plan: 700 to import, 0 to add, 300 to change, 0 to destroy.');
  expect(await shell(apply)).toContain('700 imported, 0 added, 300 changed, 0 destroyed');
  const [build = ''] = apiKeys.all().flatMap(({ id, name }) => (name === 'build' ? id : []));
  const imports = await readFile(path.join(folder, 'imports.tf'), 'utf8');
  expect(imports).toContain(`svc_api_key.ci["build"]\n  id = "${build}"`);
  const replaced = await shell(replace.replace('apply', 'apply -auto-approve'));
  expect(replaced).toContain('1 added, 0 changed, 1 destroyed');
  expect(apiKeys.all().filter(({ id }) => id === build)).toEqual([]);
});
