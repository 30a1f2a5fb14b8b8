import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Forge, robot } from './forge';
import { type JobResult, runJob } from './github';
import { prepareGround } from './ground';
import { Machine } from './machine';
import { Repository } from './repository';

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
  const run = (file: string, job: string, commit: string, again?: readonly string[]) =>
    runJob(github, file, job, commit, again);
  const succeed = async (file: string, job: string, commit: string): Promise<JobResult> => {
    const result = await run(file, job, commit);
    expect(result.hasFailed, machine.said.at(-1)).toBe(false);
    return result;
  };
  const compare = async (commit: string) =>
    (await run('svc-apply', 'plan', commit, ['Compare with the reviewed report'])).summary;

  const commit = await repository.git('rev-parse', 'HEAD');
  for (const job of ['validate', 'plan', 'comment']) await succeed('svc-plan', job, commit);
  const [report = ''] = forge.by(robot);
  const [marker = ''] = report.split('\n');
  expect(marker).toMatch(/^<!-- .* -->$/);
  forge.add('a stranger', marker);
  forge.write(`${marker}\nof an earlier commit`);
  await succeed('svc-plan', 'comment', commit);
  expect(forge.by(robot)).toEqual([report]);
  expect(forge.by('a stranger')).toEqual([marker]);

  const direct = await succeed('svc-apply', 'plan', commit);
  expect(direct.summary).toMatch(/^\*\*Nobody has reviewed this plan/);
  forge.merged.add(commit);
  expect((await compare(commit)).trim()).toBe(report.trim());
  forge.write(report.replaceAll('alerts', 'other'));
  expect(await compare(commit)).toMatch(
    /^\*\*This plan differs from the one that was reviewed in #7:\*\*\n\n~~~diff\n(?:.*\n)*\+.*alerts/,
  );
  await appendFile(join(machine.checkout, 'infrastructure', 'main.tf'), unrestricted);
  const gated = await run('svc-apply', 'plan', commit, ['Plan', 'Gate']);
  expect(gated.steps['Gate']?.code).toBe(3);
  expect(ground.ids()).toEqual([]);
  await succeed('svc-apply', 'apply', commit);
  expect(ground.ids()).toHaveLength(2);
  const stale = await run('svc-apply', 'apply', commit, ['Apply']);
  expect(stale.steps['Apply']?.output).toContain('Saved plan is stale');
  expect(ground.ids()).toHaveLength(2);

  const { webhooks, apiKeys } = ground.sandbox.controls;
  webhooks.update(webhooks.all()[0]?.id ?? '', { url: 'https://elsewhere.example.com/alerts' });
  const { id } = apiKeys.issue({ name: 'by hand', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
  const drift = await run('svc-nightly', 'drift', commit);
  expect(drift.steps['Report']?.code).toBe(3);
  expect(drift.summary).toContain('elsewhere.example.com');
  const inventory = await run('svc-nightly', 'inventory', commit);
  expect(inventory.summary).toContain(`  to = svc_api_key.NAME\n  id = "${id}"`);

  expect(ground.leaksIn([...machine.said, ...forge.by(robot), ...machine.stored()])).toEqual([]);
});
