import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { onlyInWholeRun } from '../../harness/extent';
import { Forge, robot } from './forge';
import { runJob } from './gitlab';
import { prepareGround } from './ground';
import { Machine } from './machine';
import { Repository } from './repository';

it('a merge request is planned and commented once, its merge is planned again and applied as planned, and the night finds what is amiss', {
  timeout: 400_000,
}, async context => {
  onlyInWholeRun(context);
  const ground = await prepareGround(context);
  const [repository, forge, machine] = await Promise.all([
    Repository.create('gitlab'),
    Forge.start(),
    Machine.create(),
  ]);
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
    variables: { ...ground.variables, CI_API_V4_URL: forge.address, CI_PROJECT_ID: '1217' },
    secrets: {
      'svc-review': review,
      'svc-plan': plan,
      'svc-production': plan,
      'svc-comment': { SVC_GITLAB_TOKEN: note },
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

  await succeed(['validate', 'plan', 'comment'], await repository.git('rev-parse', 'HEAD'), merging);
  forge.add('a stranger', forge.by(robot)[0] ?? '');
  const second = await repository.add('\noutput "endpoint" {\n  value = svc_webhook_endpoint.alerts.id\n}\n');
  await succeed(['validate', 'plan', 'comment'], second, merging);
  expect(forge.comments).toHaveLength(2);
  expect(readFileSync(join(machine.kept('plan'), 'svc-report', 'report.html'), 'utf8')).toMatch(/<html/);

  expect(await succeed(['replan', 'compare'], second)).toContain('Nobody has reviewed this plan');
  forge.merged.add(second);
  expect(await succeed(['compare'], second)).toContain('This plan is the one that was reviewed in !7.');
  forge.write(forge.by(robot).join().replaceAll('alerts', 'other'));
  expect(await succeed(['compare'], second)).toContain(
    'This plan differs from the one that was reviewed in !7.',
  );
  expect(ground.ids()).toEqual([]);
  await succeed(['apply'], second);
  expect(ground.ids()).toHaveLength(2);
  expect((await runJob(gitlab, 'apply', second)).output).toContain('Saved plan is stale');

  const { webhooks } = ground.sandbox.controls;
  webhooks.update(webhooks.all()[0]?.id ?? '', { url: 'https://elsewhere.example.com/alerts' });
  const { id } = webhooks.create({ url: 'https://hooks.example.com/by-hand', events: ['alert.created'] });
  const drift = await runJob(gitlab, 'drift', second);
  expect(drift).toMatchObject({ code: 3, output: expect.stringContaining('elsewhere.example.com') });
  const inventory = await runJob(gitlab, 'inventory', second);
  expect(inventory.output).toContain(`  to = svc_webhook_endpoint.NAME\n  id = "${id}"`);

  const texts = [...machine.said, ...forge.by(robot), ...machine.stored()];
  expect(ground.leaksIn(texts)).toEqual([]);
  expect(texts.filter(text => text.includes(note))).toEqual([]);
});
