import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { robot } from './forge';
import { type JobResult, runJob } from './github';
import { prepareGround } from './ground';

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
  const ground = await prepareGround(context, 'github-actions');
  const { repository, forge, machine } = ground;
  const { SVC_PLAN_PASSPHRASE: _, ...review } = ground.secrets;
  const nightly = ground.sandbox.controls.apiKeys.create({
    name: 'nightly',
    tenant_id: 'ten_acme',
    scopes: [],
  });
  const secrets = {
    'svc-review': review,
    'svc-plan': ground.secrets,
    'svc-production': ground.secrets,
    'svc-nightly': { ...review, SVC_API_KEY: nightly.key },
  };
  const github = {
    repository,
    forge,
    machine,
    secrets,
    variables: { ...ground.variables },
    results: new Map<string, string>(),
  };
  const run = (file: string, job: string, commit: string, again?: readonly string[]) =>
    runJob(github, file, job, commit, again);
  const succeed = async (file: string, job: string, commit: string): Promise<JobResult> => {
    const result = await run(file, job, commit);
    expect(result.hasFailed, machine.said.at(-1)).toBe(false);
    return result;
  };
  const compare = (commit: string) => run('svc-apply', 'plan', commit, ['Compare with the reviewed reports']);
  const ids = () => ground.ids().filter(id => id !== nightly.id);

  const commit = await repository.add(nightly.id, 'known-objects.txt');
  for (let i = 0; i < 100; i += 1) forge.add('a stranger', 'A remark.');
  for (const job of ['validate', 'plan', 'comment']) await succeed('svc-plan', job, commit);
  const [report = ''] = forge.by(robot);
  const [marker = ''] = report.split('\n');
  expect(marker).toBe('<!-- cdktf-provider-svc report key=default -->');
  expect(report).toContain('[run](<https://forge.example/acme/security/actions/runs/1>)');
  const others = [marker, `${marker} of another job`, marker.replace('default', 'default2')];
  forge.add('a stranger', others[0] ?? '');
  for (const other of others.slice(1)) forge.add(robot, other);

  const broken = await repository.add('resource "svc_api_key" "k" {}\n');
  const failed = await run('svc-plan', 'plan', broken);
  expect(failed.steps['Report']?.code).toBe(1);
  await succeed('svc-plan', 'comment', commit);
  const [failure = ''] = forge.by(robot);
  expect(failure).toMatch(/^<!-- .* key=default -->\n\n## .*(?:no plan|failed)/i);
  await rm(machine.kept('svc-report'), { recursive: true });
  await succeed('svc-plan', 'comment', commit);
  expect(forge.by(robot)[0]).toBe(
    `${marker}\n\n**The last commit has no plan here.** See the checks of this pull request.\n`,
  );
  expect(forge.by(robot).slice(1)).toEqual(others.slice(1));
  expect(forge.by('a stranger').at(-1)).toBe(marker);

  const direct = await succeed('svc-apply', 'plan', commit);
  expect(direct.summary).toMatch(/^\*\*Nobody has reviewed this plan/);
  forge.merged.add(commit);
  forge.write(report);
  expect((await compare(commit)).summary).toMatch(/^<!--/);
  forge.write(report.replaceAll('alerts', 'other'));
  const different = await compare(commit);
  expect(different.hasFailed).toBe(false);
  expect(different.summary).toMatch(
    /^\*\*This plan differs from the one that was reviewed in #7:\*\*\n\n~~~diff\n(?:.*\n)*\+.*alerts/,
  );
  Object.assign(github.variables, { SVC_APPROVAL: 'review' });
  expect((await compare(commit)).hasFailed).toBe(true);
  await appendFile(join(machine.checkout, 'infrastructure', 'main.tf'), unrestricted);
  const gated = await run('svc-apply', 'plan', commit, ['Plan', 'Report', 'Encrypt the plan']);
  expect(gated.steps['Report']?.code).toBe(3);
  expect(gated.steps['Encrypt the plan']).toBeUndefined();
  expect(ids()).toEqual([]);
  await succeed('svc-apply', 'apply', commit);
  expect(ids()).toHaveLength(2);
  const stale = await run('svc-apply', 'apply', commit, ['Apply']);
  expect(stale.steps['Apply']?.output).toContain('Saved plan is stale');
  expect(ids()).toHaveLength(2);

  const { webhooks, apiKeys } = ground.sandbox.controls;
  webhooks.update(webhooks.all()[0]?.id ?? '', { url: 'https://elsewhere.example.com/alerts' });
  const { id } = apiKeys.create({ name: 'by hand', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
  const night = await run('svc-nightly', 'night', commit);
  expect(night.steps['Look for drift']?.code).toBe(3);
  expect(night.steps['Look for objects that no state has']?.code).toBe(3);
  for (let i = 0; i < 2; i += 1) await succeed('svc-nightly', 'issue', commit);
  const [issue] = forge.issues;
  expect(issue?.body).toContain('elsewhere.example.com');
  expect(issue?.body).toContain(`\n~~~text\nsvc_api_key.by_hand  ${id}  `);
  expect(issue?.body).not.toContain(nightly.id);
  github.results.set('night', 'success');
  await succeed('svc-nightly', 'issue', commit);
  expect(forge.issues.map(({ isOpen }) => isOpen)).toEqual([false]);

  const texts = [...machine.said, ...forge.by(robot), ...machine.stored(), issue?.body ?? ''];
  expect(ground.leaksIn(texts)).toEqual([]);
});
