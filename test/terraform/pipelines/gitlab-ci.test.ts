import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { robot } from './forge';
import { runJob } from './gitlab';
import { prepareGround } from './ground';

// What pipeline.sh does with each plan is in the test of the other forge.
it('a merge request is planned and commented once, its merge is planned again and applied as planned, and the night finds what is amiss', {
  timeout: 400_000,
}, async context => {
  const ground = await prepareGround(context, 'gitlab');
  const { repository, forge, machine } = ground;
  const {
    SVC_SIGNING_SECRET: TF_VAR_signing_secret = '',
    SVC_PLAN_PASSPHRASE = '',
    ...rest
  } = ground.secrets;
  const review = { ...rest, TF_VAR_signing_secret };
  const plan = { ...review, SVC_PLAN_PASSPHRASE };
  const note = forge.tokenFor('write');
  const gitlab = {
    repository,
    machine,
    variables: {
      ...ground.variables,
      CI_API_V4_URL: forge.address,
      CI_PROJECT_ID: '1217',
      CI_JOB_URL: 'https://forge.example/jobs/1',
      CI_PIPELINE_URL: 'https://forge.example/pipelines/1',
    },
    secrets: {
      'svc-review': review,
      'svc-plan': plan,
      'svc-production': plan,
      'svc-comment': { SVC_GITLAB_TOKEN: note },
      'svc-nightly': review,
    },
  };
  const succeed = async (
    jobs: readonly string[],
    commit: string,
    event: Readonly<Record<string, string>> = {},
  ) => {
    for (const job of jobs) {
      const { code, output } = await runJob(gitlab, job, commit, event);
      expect(code, output).toBe(0);
    }
    return machine.said.at(-1);
  };
  const merging = { CI_MERGE_REQUEST_IID: '7' };

  const commit = await repository.git('rev-parse', 'HEAD');
  await succeed(['validate', 'plan', 'comment'], commit, merging);
  forge.add('a stranger', forge.by(robot)[0] ?? '');
  await succeed(['comment'], commit, merging);
  expect(forge.comments).toHaveLength(2);
  expect(readFileSync(join(machine.kept('plan'), 'svc-report', 'default.html'), 'utf8')).toMatch(/<html/);
  const [report = ''] = forge.by(robot);
  expect(report).toContain('[run](<https://forge.example/jobs/1>)');

  expect(await succeed(['replan', 'compare'], commit)).toContain('Nobody has reviewed this plan');
  forge.merged.add(commit);
  expect(await succeed(['compare'], commit)).toContain('This plan is the one that was reviewed in !7.');
  forge.write(report.replaceAll('alerts', 'other'));
  const differing = 'This plan differs from the one that was reviewed in !7.';
  expect(await succeed(['compare'], commit)).toContain(differing);
  const stopped = await runJob(gitlab, 'compare', commit, { SVC_APPROVAL: 'review' });
  expect(stopped).toMatchObject({ code: 1, output: expect.stringContaining(differing) });
  expect(ground.ids()).toEqual([]);
  await succeed(['apply'], commit);
  expect(ground.ids()).toHaveLength(2);

  const { webhooks } = ground.sandbox.controls;
  webhooks.update(webhooks.all()[0]?.id ?? '', { url: 'https://elsewhere.example.com/alerts' });
  const { id } = webhooks.create({ url: 'https://hooks.example.com/by-hand', events: ['alert.created'] });
  const night = await runJob(gitlab, 'night', commit);
  expect(night.code).toBe(1);
  for (let i = 0; i < 2; i += 1) await succeed(['issue'], commit);
  expect(forge.issues).toHaveLength(1);
  for (const text of [night.output, forge.issues[0]?.body]) {
    expect(text).toContain('elsewhere.example.com');
    expect(text).toContain(`svc_webhook_endpoint.hooks_example_com  ${id}  `);
  }
  await writeFile(join(machine.kept('night'), 'svc-night', 'passed'), '');
  await succeed(['issue'], commit);
  expect(forge.issues.map(({ isOpen }) => isOpen)).toEqual([false]);

  const texts = [...machine.said, ...forge.by(robot), ...machine.stored(), forge.issues[0]?.body ?? ''];
  expect(ground.leaksIn(texts)).toEqual([]);
  expect(texts.filter(text => text.includes(note))).toEqual([]);
});
