import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { codeOf, promisesOf } from '../cdktf/listings';
import { key } from './blocks';
import { readerShell } from './reader-shell';

const page = 'docs/recovery.md';
const [main = ''] = codeOf('docs/how-to/get-started-hcl.md', 'Configure', 'terraform');
const tenKeys = key('reader', { called: `reader \${count.index}`, more: 'count = 10' });
const onPlatform = z.object({
  webhooks: z.array(z.object({ id: z.string(), status: z.string() })),
  api_keys: z.array(z.object({ id: z.string(), name: z.string() })),
});

/** A deployed configuration, the platform's controls, and a way to follow the listings of a heading one by one. */
async function onCall(heading: string, configuration = main) {
  const { folder, shell, attempt } = await readerShell();
  await writeFile(join(folder, 'main.tf'), configuration);
  await shell(`export TF_CLI_ARGS_apply=-auto-approve TF_VAR_signing_secret="$(openssl rand -hex 32)"
    npx --no cdktf-provider-svc install && eval "$(npx --no cdktf-provider-svc sandbox --background)"
    export PLATFORM_KEY="$SVC_API_KEY"
    terraform init && terraform apply`);
  const control = (method: string, path: string, body?: object) =>
    shell(
      `curl -sSf -X ${method} -H "Authorization: Bearer $PLATFORM_KEY" "$SVC_BASE_URL/_sandbox/${path}" ${body ? `-d '${JSON.stringify(body)}'` : ''}`,
    );
  const platform = async () => onPlatform.parse(JSON.parse(await control('GET', 'state')));
  const listings = codeOf(page, heading, 'shell');
  /** Runs the next listing, whether it fails or not. Its comments say what it prints. */
  const follow = async () => {
    const listing = listings.shift() ?? '';
    const { stdout, stderr } = await attempt(`${listing}true`);
    expect(promisesOf(listing)).not.toEqual([]);
    for (const promise of promisesOf(listing)) expect(stdout + stderr).toContain(promise);
  };
  return { folder, shell, attempt, control, platform, follow };
}

it('a key that leaks is replaced by one command, and a new rotation with a trigger issues none', async () => {
  const { folder, shell, platform, follow } = await onCall('A key leaks');
  await shell(`export LEAKED="$(terraform state pull | jq -r '.resources[].instances[].attributes.key // empty')"
    printf 'curl -H "Bearer %s"' "$LEAKED" > job.log`);
  const { api_keys: before } = await platform();
  const rotation = 'rotation = { overlap_days = 0, triggers = { leak = "1" } }';
  const rotated = main.replace('name      = "dashboard"', `$&\n  ${rotation}`);
  await writeFile(join(folder, 'main.tf'), rotated);
  expect(await shell('terraform apply')).toContain('0 added, 1 changed, 0 destroyed');
  expect((await platform()).api_keys).toEqual(before);
  for (const _what of ['found', 'replaced', 'read', 'dead']) await follow();
  const { api_keys: after } = await platform();
  expect(after).toHaveLength(1);
  expect(after).not.toEqual(before);
  const current =
    'LEAKED="$(terraform state pull | jq -r ".resources[].instances[].attributes.key // empty")"';
  expect(await shell(`${current}\n${codeOf(page, 'A key leaks', 'shell').at(-1)}`)).toMatch(/(200|403)\s*$/);

  const each = key('k', { called: `k \${each.key}`, more: 'for_each = toset(["a"])' });
  await writeFile(join(folder, 'main.tf'), rotated + each);
  await shell('terraform apply');
  const [quoted = ''] = /-replace='[^']+'/.exec(await readFile(page, 'utf8')) ?? [];
  expect(await shell(`terraform apply ${quoted}`)).toContain('1 added, 0 changed, 1 destroyed');
  expect(await shell('npx --no cdktf-provider-svc adopt; terraform plan')).toContain('No changes');
});

it('a degraded endpoint is named by a plan, and registered anew by one command', async () => {
  const { control, platform, follow } = await onCall('An endpoint is degraded');
  const [degraded] = (await platform()).webhooks;
  await control('PATCH', `webhooks/${degraded?.id}`, { status: 'degraded' });
  await follow();
  await follow();
  expect((await platform()).webhooks).toMatchObject([{ status: 'active' }]);
});

it('an expired key of the provider is named by a plan, and with another key nothing has changed', async () => {
  const { shell, control, follow } = await onCall("The provider's own key expires");
  const issued = await control('POST', 'api_keys', { name: 'terraform', tenant_id: 'ten_acme' });
  const { id, key } = z.object({ id: z.string(), key: z.string() }).parse(JSON.parse(issued));
  await shell(`export SVC_API_KEY=${key}; terraform plan`);
  await control('DELETE', `api_keys/${id}`);
  await follow();
  await shell('export SVC_API_KEY="$PLATFORM_KEY"');
  await follow();
});

it('ten keys that somebody deleted by hand are ten keys to add', async () => {
  const { control, platform, follow } = await onCall('Somebody deleted ten keys by hand', main + tenKeys);
  // Of a new object that no read shows, each walk would ask for ten seconds.
  await control('POST', 'clock/advance', { milliseconds: 61_000 });
  const readers = (await platform()).api_keys.filter(({ name }) => name.startsWith('reader'));
  for (const { id } of readers) await control('DELETE', `api_keys/${id}`);
  expect(readers).toHaveLength(10);
  await follow();
});
