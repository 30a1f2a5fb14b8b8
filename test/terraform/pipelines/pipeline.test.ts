import { existsSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { aSandbox } from '../../harness/a-sandbox';
import { managedObjects } from '../../harness/invariants/managed-objects';
import { key } from '../blocks';
import { prepareGround } from './ground';
import { onGitlab } from './jobs';

const unrestricted = `\n${key('everything').replace(/scopes .*/, 'unrestricted = true')}`;

/** A repository in HCL, whose jobs run the lines of GitLab. The lines of GitHub run the same steps, of stacks. */
async function prepare(context: Parameters<typeof prepareGround>[0]) {
  const ground = await prepareGround(context);
  const infrastructure = join(ground.checkout, 'infrastructure');
  return {
    ...{ ...ground, ...(await onGitlab(ground)) },
    infrastructure,
    plans: join(ground.checkout, 'svc-plan'),
    edit: async (name: string, change: (text: string) => string) => {
      const file = join(infrastructure, name);
      await writeFile(file, change(await readFile(file, 'utf8')));
    },
  };
}

it('what is merged is planned, gated and applied as planned, an account that only reads plans a request, and the night finds what is amiss', {
  timeout: 400_000,
}, async context => {
  const ground = await prepare(context);
  const { infrastructure, plans, job, shell, succeed, begin, edit, ids, sandbox } = ground;
  expect(await begin()).toMatchObject({ code: 0 });
  for (const name of ['validate', 'replan']) await succeed(name);
  const kept = join(ground.checkout, '..', 'svc-plan');
  await cp(plans, kept, { recursive: true });
  const report = await readFile(join(ground.checkout, 'svc-report', 'default.md'), 'utf8');
  expect(report).toMatch(/^<!-- cdktf-provider-svc report key=default -->\n[\s\S]*2 to create/);
  expect(ids()).toEqual([]);

  // The apply has the plan alone. A new plan that fails ends it before it changes anything.
  await begin();
  await cp(kept, plans, { recursive: true });
  await appendFile(join(infrastructure, 'main.tf'), 'resource "svc_api_key" "k" {}\n');
  expect((await job('apply')).output).toContain('Missing required argument');
  expect(ids()).toEqual([]);
  await edit('main.tf', text => text.replace('resource "svc_api_key" "k" {}\n', ''));
  await succeed('apply');
  expect(ids()).toHaveLength(2);
  const stale = { code: 1, output: expect.stringContaining('Saved plan is stale') };
  expect(await job('apply')).toMatchObject(stale);

  const skips = {
    PG_SKIP_SCHEMA_CREATION: 'true',
    PG_SKIP_TABLE_CREATION: 'true',
    PG_SKIP_INDEX_CREATION: 'true',
  };
  const reading = { PG_CONN_STR: ground.readingConnection, ...skips };
  expect(await succeed('plan', reading)).toContain('No changes');
  // Of a workspace that TF_WORKSPACE names, `init` would make an empty state.
  const misspelt = await job('plan', { TF_WORKSPACE: 'defaul' });
  expect(misspelt).toMatchObject({ code: 1, output: expect.stringContaining('has no workspace defaul.') });
  const made = '$TERRAFORM_BINARY_NAME workspace new prod; $TERRAFORM_BINARY_NAME workspace list';
  expect((await shell(made)).output).not.toMatch(/defaul\s/);
  expect((await job('plan', { TF_WORKSPACE: 'prod' })).output).toContain('Endpoint exists already');
  await shell('$TERRAFORM_BINARY_NAME workspace select default');

  const forge =
    '$TERRAFORM_BINARY_NAME state pull | jq ".serial += 1" > forged.json; $TERRAFORM_BINARY_NAME state push -lock=false forged.json';
  expect((await shell(forge, reading)).output).toContain('permission denied');

  // The key of another account, whose tenants are the same: of the plan, or of the apply alone. One of two that is gone heals.
  const { webhooks, apiKeys } = sandbox.controls;
  const there = await aSandbox();
  // Of a new object that no read shows, each walk would ask for ten seconds.
  for (const { clock } of [sandbox.controls, there.controls]) await clock.advance(61_000);
  const wrong = { SVC_BASE_URL: there.url, SVC_API_KEY: there.key };
  const stopped = { code: 3, output: expect.stringContaining('every-object-gone (2)') };
  expect(await job('replan', wrong)).toMatchObject(stopped);
  apiKeys.delete(apiKeys.all()[0]?.id ?? '');
  const missing = {
    code: 1,
    output: expect.stringContaining('No state of shard 1/1 has the address svc_api_key.x,'),
  };
  expect(await job('replan', { SVC_REPLACE: 'svc_webhook_endpoint.alerts\nsvc_api_key.x' })).toMatchObject(
    missing,
  );
  const replaced = await succeed('replan', { SVC_REPLACE: 'svc_webhook_endpoint.alerts\r\n' });
  expect(replaced).toContain(', as requested');
  expect(await job('apply', wrong)).toMatchObject(stopped);
  expect([managedObjects(there.controls), ids().length]).toEqual([[], 1]);
  await succeed('apply');
  expect(ids()).toHaveLength(2);

  await appendFile(join(infrastructure, 'main.tf'), unrestricted);
  expect((await job('replan')).code).toBe(3);
  expect(existsSync(plans)).toBe(false);
  await edit('main.tf', text => text.replace(unrestricted, ''));

  const url = 'https://elsewhere.example.com/alerts';
  webhooks.update(webhooks.all()[0]?.id ?? '', { url });
  const [own, other] = ['of CI', 'by hand'].map(name =>
    apiKeys.create({ name, tenant_id: 'ten_acme', scopes: [] }),
  );
  await appendFile(join(infrastructure, 'known-objects.txt'), own?.id ?? '');
  const night = async (name: string) => {
    await rm(join(ground.checkout, 'svc-night'), { recursive: true, force: true });
    const { code, output } = await job(name, { ...reading, SVC_API_KEY: own?.key ?? '' });
    expect(code, output).toBe(1);
    return output;
  };
  expect(await night('night')).toContain('elsewhere.example.com');
  const listed = await night('inventory');
  expect(listed).toContain(`\n~~~text\nsvc_api_key.by_hand  ${other?.id}  `);
  expect(listed).not.toContain(own?.id);
  const files = await readdir(ground.checkout, { recursive: true, withFileTypes: true });
  const written = files.filter(each => each.isFile() && /svc-(?:report|night|plan)$/.test(each.parentPath));
  const texts = written.map(each => readFile(join(each.parentPath, each.name), 'latin1'));
  expect(ground.leaksIn([...ground.said, ...(await Promise.all(texts)), report])).toEqual([]);
});

it('what a commit brings gains it no more than docs/security.md says', {
  timeout: 400_000,
}, async context => {
  const ground = await prepare(context);
  const { repository, infrastructure, plans, job, shell, succeed, begin, edit, ids } = ground;
  await begin();
  for (const name of ['replan', 'apply']) await succeed(name);
  const before = ids();
  const harmless = await readFile(join(infrastructure, 'svc.tfplan'));
  const beginWith = async (file: string, change: (text: string) => string | Buffer) => {
    await repository.edit(`infrastructure/${file}`, change);
    return (await begin()).output;
  };

  // A key of another stack: an output is stopped, and no log has the key, nor when the output goes, nor what an apply runs.
  const [environment, random] = ['live', 'Ab1'.repeat(10)];
  const theirs = `svc_${environment}_${random}Zz`;
  const output = `\noutput "theirs" {\n  value = "${theirs}"\n}\n`;
  const command = `join("_", ["echo svc", "${environment}", "${random}Zz"])`;
  const run = `\nresource "terraform_data" "run" {\n  provisioner "local-exec" {\n    command = ${command}\n  }\n}\n`;
  await edit('main.tf', text => text + output);
  expect((await job('replan')).code).toBe(3);
  await shell('"$TERRAFORM_BINARY_NAME" apply -auto-approve > /dev/null');
  await edit('main.tf', text => text.replace(output, run));
  expect(await succeed('replan')).toContain('theirs = "(sensitive)"');
  expect(await succeed('apply')).toContain('echo (sensitive)');
  await edit('main.tf', text => text.replace(run, ''));
  expect(ground.said.join()).not.toContain(theirs);

  // npm refuses a package with another content than the lock file names, and executes no script.
  const lock = await readFile(join(infrastructure, 'package-lock.json'), 'utf8');
  const other = lock.replace(/sha512-.{8}/, 'sha512-AAAAAAAA');
  expect(await beginWith('package-lock.json', () => other)).toContain('EINTEGRITY');
  await repository.edit('infrastructure/package-lock.json', () => lock);
  const shrinkwrap = 'npm-shrinkwrap.json replaces package-lock.json';
  expect(await beginWith('npm-shrinkwrap.json', () => '{}')).toContain(shrinkwrap);
  await rm(join(repository.folder, 'infrastructure/npm-shrinkwrap.json'));
  await repository.edit('infrastructure/svc.tfplan', () => harmless);
  await beginWith('package.json', text => text.replace('{', '{"scripts":{"preinstall":"touch executed"},'));
  expect(await readdir(infrastructure)).not.toContain('executed');

  // A plan in the commit is not reported, and a gate needs its policy.
  await edit('main.tf', text => `${text}\nresource "svc_api_key" "broken" {}\n`);
  expect((await job('replan')).code).toBe(1);
  await edit('main.tf', text => text.replace('\nresource "svc_api_key" "broken" {}\n', ''));
  await edit('policy.json', () => '');
  expect((await job('replan')).code).toBe(1);
  await edit('policy.json', () => '{}');
  expect(existsSync(plans)).toBe(false);

  // Terraform refuses another provider, and another state in the folder `.terraform`.
  const locked = await readFile(join(infrastructure, '.terraform.lock.hcl'), 'utf8');
  for (const [text, words] of [
    [locked.replaceAll(/"(h1|zh):.{8}/g, '"$1:AAAAAAAA'), /checksums|does not match/],
    ['', /Provider dependency changes detected/],
  ] as const) {
    await edit('.terraform.lock.hcl', () => text);
    expect((await job('replan')).output).toMatch(words);
  }
  await edit('.terraform.lock.hcl', () => locked);
  await edit(
    '.terraform/terraform.tfstate',
    () => '{"version":3,"backend":{"type":"local","config":{},"hash":1}}',
  );
  expect((await job('replan')).output).toContain('Backend configuration changed');
  await rm(join(infrastructure, '.terraform'), { recursive: true });

  // Another state: the plan is an error, since the platform has the endpoint already.
  await edit('main.tf', text => text.replace('security_production', 'elsewhere'));
  expect((await job('replan')).output).toContain('Endpoint exists already');
  await shell('bash pipeline.sh report ../svc-report || true');
  const comment = await readFile(join(infrastructure, '../svc-report/default.md'), 'utf8');
  // It says what to type, in lines that no comparison reads.
  expect(comment).toMatch(/^<sub>\*\*error\*\* `svc_webhook_endpoint\.\w+`: `+.*adopt --existing --write/m);
  // An artefact that another job has made opens with no passphrase but its own.
  await mkdir(join(infrastructure, '../svc-plan'), { recursive: true });
  const encrypt = 'gpg --batch --yes --pinentry-mode loopback --passphrase x --symmetric --output';
  await shell(`${encrypt} ../svc-plan/plan-1-of-1.tar.gpg package.json`);
  expect((await job('apply')).output).toContain('decryption failed');
  expect(ids().slice(0, before.length)).toEqual(before);
});
