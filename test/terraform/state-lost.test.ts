import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { codeOf, promisesOf } from '../cdktf/listings';
import { aSandbox } from '../harness/a-sandbox';
import { requiredProviders } from '../harness/terraform/provider-installation';
import { equalEndpoint, equalKey } from './blocks';
import { readerShell } from './reader-shell';

const page = 'docs/recovery.md';
const [look = '', adopt = '', apply = ''] = codeOf(page, 'A run was killed, or the state is lost', 'shell');

/** `npm run test:all` plays it as large as it was reported. */
const scale = process.env['SOAK_RUNS'] === undefined ? 10 : 1;

/** Quotes and blanks in the keys of `for_each`. An error of one endpoint hides those that depend on it. */
const configuration = (endpoints: number, keys: number) => `${requiredProviders}
provider "svc" {}
resource "svc_webhook_endpoint" "first" {
  url    = "https://receiver.example/first"
  events = ["alert.created"]
  secret = "as-configured"
}
resource "svc_webhook_endpoint" "each" {
  for_each = toset([for n in range(${endpoints - 1}) : "the \\"\${n}\\""])
  url      = "https://receiver.example/\${trim(each.key, "the \\"")}"
  events   = ["alert.created"]
  secret   = "as-configured"
  depends_on = [svc_webhook_endpoint.first]
}
resource "svc_api_key" "ci" {
  for_each  = toset([for n in range(${keys}) : tostring(n)])
  name      = each.key
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
}
`;

it(`${page}: a run was killed: every endpoint is imported at its address, each key is issued once and named`, {
  timeout: 480_000,
}, async () => {
  const began = performance.now();
  const { url, key, controls } = await aSandbox();
  const { webhooks, apiKeys } = controls;
  const [wanted, left] = [{ endpoints: 300 / scale, keys: 400 / scale }, 200 / scale];
  const paths = ['first', ...Array.from({ length: left - 1 }, (_, at) => `${at}`)];
  for (const name of paths) webhooks.create(equalEndpoint(name));
  for (let at = 0; at < left; at += 1) apiKeys.create(equalKey(`${at}`));
  const former = apiKeys.all().map(({ id }) => id);
  const { folder, shell, attempt } = await readerShell();
  await shell(`export SVC_BASE_URL=${url} SVC_API_KEY=${key}; npx --no cdktf-provider-svc install`);
  await writeFile(path.join(folder, 'main.tf'), configuration(wanted.endpoints, wanted.keys));

  await shell('terraform init');
  const planned = await attempt(`${look}true`);
  for (const promise of promisesOf(look)) expect(planned.stdout + planned.stderr).toContain(promise);
  const numbered = adopt.replace('imports 1', `imports ${left}`).replace('1 to import', `${left} to import`);
  const said = await shell(`{ ${numbered}} 2>&1`);
  for (const promise of promisesOf(numbered)) expect(said).toContain(promise);
  for (const id of former) expect(said).toContain(id);
  expect(await readFile(path.join(folder, 'imports.tf'), 'utf8')).toMatch(
    /to = svc_webhook_endpoint.each\["the \\"0\\""\]/,
  );
  expect(await shell(apply)).toContain(`${left} imported`);
  expect([webhooks.all().length, apiKeys.all().length]).toEqual([wanted.endpoints, wanted.keys + left]);
  expect(await shell('terraform plan')).toContain('No changes.');
  console.log(`${page}: ${((performance.now() - began) / 60_000).toFixed(1)} minutes`);
});
