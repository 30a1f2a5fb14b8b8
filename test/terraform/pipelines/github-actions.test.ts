import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Forge, robot } from './forge';
import { type JobResult, runJob } from './github';
import { prepareGround } from './ground';
import { Machine } from './machine';
import { Repository } from './repository';

const pager = `
resource "svc_webhook_endpoint" "pager" {
  url               = "https://hooks.example.com/pager"
  events            = ["incident.created"]
  secret_wo         = var.signing_secret
  secret_wo_version = 1
}
`;

const unrestricted = `
resource "svc_api_key" "everything" {
  name         = "everything"
  tenant_id    = "ten_acme"
  unrestricted = true
}
`;

it('a pull request is planned and commented once, its merge is planned again and applied as planned, and the night finds what is amiss', {
  timeout: 400_000,
}, async context => {
  const ground = await prepareGround(context);
  const [repository, forge, machine] = await Promise.all([
    Repository.create('github-actions'),
    Forge.start(),
    Machine.create(),
  ]);
  const { SVC_PLAN_PASSPHRASE: _, ...review } = ground.secrets;
  const secrets = { 'svc-review': review, 'svc-plan': ground.secrets, 'svc-production': ground.secrets };
  const github = { repository, forge, machine, secrets, variables: ground.variables };
  const run = (file: string, job: string, commit: string) => runJob(github, file, job, commit);
  const succeed = async (file: string, job: string, commit: string): Promise<JobResult> => {
    const result = await run(file, job, commit);
    expect(result.hasFailed, machine.said.at(-1)).toBe(false);
    return result;
  };
  const planned = async (commit: string) => {
    for (const job of ['validate', 'plan', 'comment']) await succeed('svc-plan', job, commit);
  };

  await planned(await repository.git('rev-parse', 'HEAD'));
  const [marker = ''] = (forge.by(robot)[0] ?? '').split('\n');
  expect(marker).toMatch(/^<!-- .* -->$/);
  forge.add('a stranger', marker);
  const second = await repository.add(pager);
  await planned(second);
  expect(forge.by(robot)).toEqual([expect.stringContaining('pager')]);
  expect(forge.by('a stranger')).toEqual([marker]);

  const direct = await succeed('svc-apply', 'plan', second);
  expect(direct.summary).toMatch(/^\*\*Nobody has reviewed this plan/);
  forge.merged.add(second);
  const [reviewed] = forge.comments;
  const body = reviewed?.body ?? '';
  forge.comments.splice(0, 1, { id: 1, author: robot, body: body.replaceAll('pager', 'other') });
  expect((await succeed('svc-apply', 'plan', second)).summary).toMatch(
    /^\*\*This plan differs from the one that was reviewed in #7:\*\*\n\n~~~diff\n(?:.*\n)*\+.*pager/,
  );
  forge.comments.splice(0, 1, { id: 1, author: robot, body });
  const { summary } = await succeed('svc-apply', 'plan', second);
  expect(summary.trim()).toBe(body.trim());
  expect(ground.ids()).toEqual([]);
  await succeed('svc-apply', 'apply', second);
  expect(ground.ids()).toHaveLength(3);
  expect((await run('svc-apply', 'apply', second)).steps['Apply']?.output).toContain('Saved plan is stale');
  expect(ground.ids()).toHaveLength(3);

  for (const job of ['drift', 'inventory']) await succeed('svc-nightly', job, second);
  const { webhooks, apiKeys } = ground.sandbox.controls;
  webhooks.update(webhooks.all()[0]?.id ?? '', { url: 'https://elsewhere.example.com/alerts' });
  const { id } = apiKeys.issue({ name: 'by hand', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
  const drift = await run('svc-nightly', 'drift', second);
  expect(drift.steps['Report']?.code).toBe(3);
  expect(drift.summary).toContain('elsewhere.example.com');
  const inventory = await run('svc-nightly', 'inventory', second);
  expect(inventory.summary).toContain(`  to = svc_api_key.NAME\n  id = "${id}"`);

  const gated = await repository.add(unrestricted);
  const { steps } = await run('svc-apply', 'plan', gated);
  expect(steps['Gate']?.code).toBe(3);
  expect(steps).not.toHaveProperty('Encrypt the plan');

  const stored = readdirSync(machine.kept('.'), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
  expect(ground.leaksIn([...machine.said, ...forge.by(robot), ...stored])).toEqual([]);
});
