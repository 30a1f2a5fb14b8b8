import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { onlyInWholeRun } from '../../harness/extent';
import { GitLab, robot } from './gitlab';
import { GitLabRunner, type PipelineRun } from './gitlab-runner';
import { prepareGround } from './ground';
import { Repository } from './repository';

async function begin(context: TestContext) {
  const ground = await prepareGround(context);
  const tokens = { job: randomUUID(), note: randomUUID() };
  const [repository, gitlab] = await Promise.all([Repository.create('gitlab'), GitLab.start(tokens)]);
  const { SVC_SIGNING_SECRET: TF_VAR_signing_secret = '', ...rest } = ground.secrets;
  const secrets = { ...rest, TF_VAR_signing_secret };
  const runner = await GitLabRunner.create({
    repository,
    variables: { ...ground.variables, CI_API_V4_URL: gitlab.address, CI_JOB_TOKEN: tokens.job },
    secrets: {
      'svc-plan': secrets,
      'svc-production': secrets,
      'svc-comment': { SVC_GITLAB_TOKEN: tokens.note },
    },
  });
  return { ground, repository, gitlab, runner, tokens };
}

/** Exit code of each job. */
const codesOf = (run: PipelineRun) =>
  Object.fromEntries(Object.entries(run).map(([name, { code }]) => [name, code]));

it('a merge request is planned and commented once, its merge applies exactly that plan, and the night finds what is amiss', {
  timeout: 400_000,
}, async context => {
  onlyInWholeRun(context);
  const { ground, repository, gitlab, runner, tokens } = await begin(context);
  const source = 'merge_request_event';
  const first = await repository.git('rev-parse', 'HEAD');
  const opened = await runner.run({ source, commit: first });
  expect(codesOf(opened), opened['plan']?.output).toEqual({ validate: 0, plan: 0, comment: 0 });
  gitlab.notes.add('a stranger', gitlab.notes.by(robot)[0] ?? '');
  const second = await repository.add('\noutput "endpoint" {\n  value = svc_webhook_endpoint.alerts.id\n}\n');
  await runner.run({ source, commit: second });
  expect(gitlab.notes.by(robot)).toHaveLength(1);
  expect(gitlab.notes.by('a stranger')).toHaveLength(1);
  expect(readFileSync(join(runner.artifacts('plan'), 'svc-report', 'report.html'), 'utf8')).toMatch(/<html/);

  const fork = await runner.run({ source, commit: second, sourceProject: '99' });
  expect(codesOf(fork)).toEqual({ validate: 0 });

  const other = await repository.add('\n# another change\n');
  const refused = await runner.run({ source: 'push', commit: other });
  expect(refused['review']?.output).toContain('No reviewed plan');
  const [[, sealed] = []] = gitlab.packages;
  const files = await repository.git('rev-parse', `${other}:infrastructure`);
  gitlab.packages.set(`/packages/generic/svc-plan-default/${files}/plan.tar.gpg`, sealed ?? Buffer.of());
  const replay = await runner.run({ source: 'push', commit: other });
  expect(replay['review']?.output).toContain('it was made for other files');
  expect(codesOf(replay)).toEqual({ review: 1 });
  expect(ground.ids()).toEqual([]);
  const applied = await runner.run({ source: 'push', commit: second });
  expect(codesOf(applied), applied['apply']?.output).toEqual({ review: 0, apply: 0 });
  expect(ground.ids()).toHaveLength(2);
  const again = await runner.run({ source: 'push', commit: second });
  expect(again['apply']?.output).toContain('Saved plan is stale');

  const { webhooks } = ground.sandbox.controls;
  webhooks.update(webhooks.all()[0]?.id ?? '', { url: 'https://elsewhere.example.com/alerts' });
  const { id } = webhooks.create({ url: 'https://hooks.example.com/by-hand', events: ['alert.created'] });
  const night = await runner.run({ source: 'schedule', commit: second });
  expect(codesOf(night), night['drift']?.output).toEqual({ drift: 3, inventory: 1 });
  expect(night['drift']?.output).toContain('elsewhere.example.com');
  expect(night['inventory']?.output).toContain(`  to = svc_webhook_endpoint.NAME\n  id = "${id}"`);

  const stored = [...gitlab.packages.values()].map(content => content.toString('latin1'));
  const texts = [...runner.said, ...gitlab.notes.by(robot), ...stored];
  expect(ground.leaksIn(texts)).toEqual([]);
  expect(texts.filter(text => Object.values(tokens).some(token => text.includes(token)))).toEqual([]);
});
