import { cp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { shiftedClock } from '../../harness/environment/shifted-clock';
import { foundTerraform } from '../../harness/terraform/found-terraform';
import { prepareGround, twoStacks } from './ground';
import { onGithub } from './jobs';
import type { Texts } from './shell-lines';

const listing = 'Look for objects in no state';

/** The endpoint is in one stack, the key in the other. */
const program = twoStacks(
  ['endpoints', 'keys'],
  `const secret = new EphemeralVariable(endpoints, 'signing_secret', { type: 'string', sensitive: true });
new WebhookEndpoint(endpoints, 'alerts', {
  url: 'https://hooks.example.com/alerts',
  events: [EventType.ALERT_CREATED],
  secretWo: secret.stringValue,
  secretWoVersion: 1,
});
new ApiKey(keys, 'dashboard', {
  name: 'dashboard',
  tenantId: 'ten_acme',
  scopes: [ApiScope.ALERTS_READ],
  rotation: { afterDays: 30, overlapDays: 7 },
});`,
);

// What depends on the CDK is the name of its package. pipeline.test.ts has that of cdktf; the lines are those of GitHub here.
it('each stack of cdktn is planned, reported, and applied as planned, and by night each one stands for itself', {
  timeout: 600_000,
}, async context => {
  const clock = await shiftedClock();
  const ground = await prepareGround(context, program, clock);
  const { repository, checkout, values, ids, leaksIn, said, sandbox } = ground;
  const { act, succeed, schedule, fileOf } = onGithub(ground);
  const clean = async (...made: readonly string[]) => {
    for (const each of made) await rm(join(checkout, each), { recursive: true, force: true });
  };
  const inventory = async (given: Texts) => {
    await clean('svc-night');
    const { code } = await act('svc-nightly', 'inventory', listing, { SVC_INVENTORY: '', ...given });
    return { code, text: await readFile(join(checkout, 'svc-night/1-inventory.md'), 'utf8') };
  };
  const begin = async () => {
    await repository.checkOut(checkout);
    await succeed('svc-plan', 'validate', 'Install');
  };
  /** The artefacts of these shards. A third one has no stack. */
  const kept = join(checkout, '../kept');
  const keep = async (...shards: readonly string[]) => {
    await clean('../kept', 'svc-report', 'svc-plan');
    for (const SVC_SHARD of shards) {
      for (const step of ['Plan', 'Report', 'Encrypt the plans'])
        await succeed('svc-apply', 'plan', step, { SVC_SHARD });
      await succeed('svc-plan', 'stacks', 'Show the report');
      for (const name of ['svc-report', 'svc-plan'])
        await cp(join(checkout, name), join(kept, name), { recursive: true });
    }
  };
  /** Applies these artefacts, without what the jobs that plan have made. */
  const apply = async () => {
    await clean('svc-report', 'svc-plan', 'infrastructure/cdktf.out');
    await cp(kept, checkout, { recursive: true });
    return act('svc-apply', 'apply', 'Apply');
  };
  await begin();
  await keep('1/3', '2/3', '3/3');
  const reports = (await readdir(join(kept, 'svc-report'))).filter(name => name.endsWith('.md'));
  const texts = await Promise.all(reports.map(name => readFile(join(kept, 'svc-report', name), 'utf8')));
  expect(texts.map(text => text.split('\n')[0])).toEqual(
    ['endpoints', 'keys'].map(name => `<!-- cdktf-provider-svc report key=default/${name} -->`),
  );
  expect(ids()).toEqual([]);
  const artefacts = await readdir(join(kept, 'svc-plan'));
  expect(artefacts).toEqual(['1', '2', '3'].map(shard => `plan-${shard}-of-3.tar.gpg`));
  const sizes = await Promise.all(
    artefacts.map(async name => (await stat(join(kept, 'svc-plan', name))).size),
  );
  expect(Math.max(...sizes), 'no archive of the provider').toBeLessThan(200_000);
  await rename(join(kept, 'svc-plan/plan-3-of-3.tar.gpg'), join(kept, 'third'));
  await begin();
  expect(await apply()).toMatchObject({
    code: 1,
    output: expect.stringContaining('does not have the plans of all shards'),
  });
  await rename(join(kept, 'third'), join(kept, 'svc-plan/plan-3-of-3.tar.gpg'));
  expect(await apply()).toMatchObject({ code: 0 });
  expect(ids()).toHaveLength(2);
  // The provider is that of `svc install`.
  const keys = join(checkout, 'infrastructure/cdktf.out/stacks/keys');
  const { product } = await foundTerraform();
  expect(await readdir(keys)).not.toContain('terraform.d');
  expect(await readdir(join(keys, '.terraform/providers'))).toEqual([
    `registry.${product === 'tofu' ? 'opentofu.org' : 'terraform.io'}`,
  ]);
  // An output and another address are changes. Without any, no stack is started.
  const changes = `new TerraformOutput(keys, 'more', { value: 'more' });
endpoints.addOverride('moved', { from: 'svc_webhook_endpoint.alerts', to: 'svc_webhook_endpoint.moved' });
app.synth`;
  await repository.edit('infrastructure/main.ts', text =>
    text.replace("'alerts', {", "'moved', {").replace('app.synth', changes),
  );
  await cp(join(repository.folder, 'infrastructure/main.ts'), join(checkout, 'infrastructure/main.ts'));
  await keep('1/1');
  expect(await apply()).toMatchObject({ code: 0 });
  expect(await readdir(join(checkout, 'infrastructure/cdktf.out/stacks'))).toEqual(['endpoints', 'keys']);
  await keep('1/1');
  expect((await apply()).output).not.toMatch(/Apply complete|Initializing/);
  await succeed('svc-nightly', 'night', 'Look for drift');
  expect((await inventory({})).code).toBe(0);
  expect(await inventory({ SVC_INVENTORY: 'off', SVC_API_KEY: 'none' })).toEqual({ code: 0, text: '' });
  const listed = await inventory({ SVC_STACKS: 'keys' });
  expect(listed.code).toBe(3);
  expect(listed.text).toContain(`the account at \`${values.SVC_BASE_URL}\``);
  expect(listed.text).toMatch(
    /States that were not read: `endpoints`\.[\s\S]*svc_webhook_endpoint[\s\S]*1 object is in no state/,
  );
  // The states of other teams.
  const states = join(checkout, 'infrastructure/states.sh');
  const pull = (stack: string) =>
    `"$TERRAFORM_BINARY_NAME" -chdir=cdktf.out/stacks/${stack} state pull > "$1/${stack}"\n`;
  await writeFile(states, `${pull('keys')}${pull('endpoints')}rm -r cdktf.out\n`);
  const whole = {
    code: 0,
    text: expect.stringMatching(/no state of this account[\s\S]*Read: 2 states with 2 objects/),
  };
  expect(await inventory({})).toEqual(whole);
  await writeFile(states, '');
  expect(await inventory({})).toEqual({ code: 1, text: '' });

  const { webhooks, faults } = sandbox.controls;
  const night = { plan: [0, 0, 0], isDue: true, apply: [0, 0] };
  await clock.moveTo(31);
  // One stack fails.
  for (const operation of ['webhooks.list', 'webhooks.get'] as const)
    faults.add({ operation, effect: { kind: 'status', status: 403, body: {} } });
  expect(await schedule()).toEqual({ ...night, plan: [1, 1, 0] });
  expect(ids()).toHaveLength(3);
  faults.clear();
  await clock.moveTo(39);
  // One stack waits for a person.
  const [endpoint] = webhooks.all();
  webhooks.update(endpoint?.id ?? '', { events: ['incident.created'] });
  expect(await schedule()).toEqual(night);
  const summary = await fileOf('summary');
  expect(summary).toContain('**`default/endpoints` waits for a person:**');
  expect(summary).not.toContain('`default/keys` waits');
  expect(ids()).toHaveLength(2);
  expect(webhooks.all()[0]?.events).toEqual(['incident.created']);
  expect(leaksIn([...said, ...texts])).toEqual([]);
});
