import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { onlyInWholeRun } from '../../harness/extent';
import { GitHub, type Run, robot } from './github';
import { GitHubRunner, type WorkflowRun } from './github-runner';
import { type Ground, prepareGround } from './ground';
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

interface Project {
  readonly ground: Ground;
  readonly repository: Repository;
  readonly github: GitHub;
  readonly runner: GitHubRunner;
}

async function begin(context: TestContext): Promise<Project> {
  const ground = await prepareGround(context);
  const repository = await Repository.create('github-actions');
  const github = await GitHub.start(repository.folder);
  const runner = await GitHubRunner.create({
    repository,
    github,
    secrets: { 'svc-plan': ground.secrets, 'svc-production': ground.secrets },
    variables: ground.variables,
  });
  return { ground, repository, github, runner };
}

/** Result of each job. */
const resultsOf = (run: WorkflowRun) =>
  Object.fromEntries(Object.entries(run).map(([name, { result }]) => [name, result]));

function runOf(github: GitHub, id = 0): Run {
  const run = github.runs.get(id);
  if (run === undefined) throw new Error(`There is no run ${id}.`);
  return run;
}

/** What the steps of a job said. */
const saidBy = (run: WorkflowRun, job: string) =>
  Object.values(run[job]?.steps ?? {})
    .map(({ output }) => output)
    .join('\n');

const green = { validate: 'success', plan: 'success', comment: 'success' };

it('a pull request is planned and commented once, its merge applies exactly that plan, and the night finds what is amiss', {
  timeout: 400_000,
}, async context => {
  const { ground, repository, github, runner } = await begin(context);
  const first = await repository.git('rev-parse', 'HEAD');
  const opened = await runner.run('svc-plan', { name: 'pull_request', commit: first });
  expect(resultsOf(opened), saidBy(opened, 'plan')).toEqual(green);
  const [marker = ''] = (github.comments.by(robot)[0] ?? '').split('\n');
  expect(marker).toMatch(/^<!-- .* -->$/);
  github.comments.add('a stranger', marker);

  const second = await repository.add(pager);
  expect(resultsOf(await runner.run('svc-plan', { name: 'pull_request', commit: second }))).toEqual(green);
  expect(github.comments.by(robot)).toHaveLength(1);
  expect(github.comments.by(robot)[0]).toContain('pager');
  expect(github.comments.by('a stranger')).toEqual([marker]);

  // Somebody else's commit was merged meanwhile: nobody has reviewed what both do together.
  const other = await repository.add('\n# another change\n');
  const refused = await runner.run('svc-apply', { name: 'push', commit: other });
  expect(saidBy(refused, 'review')).toContain('No reviewed plan');

  // Somebody stores the sealed plan of other files under the name of these: the run's files are still the others.
  const [replayed] = github.artifacts.filter(({ name }) => name.startsWith('svc-plan-'));
  const name = `svc-plan-default-${await repository.git('rev-parse', `${other}:infrastructure`)}`;
  github.artifacts.push({ name, folder: replayed?.folder ?? '', run: replayed?.run ?? 0 });
  const replay = await runner.run('svc-apply', { name: 'push', commit: other });
  expect(saidBy(replay, 'review')).toContain('No reviewed plan');
  // Also in a run for these files, the archive says what it was made for.
  const run = 1000;
  github.runs.set(run, { ...runOf(github, replayed?.run), head_sha: other });
  github.artifacts.push({ name, folder: replayed?.folder ?? '', run });
  const disguised = await runner.run('svc-apply', { name: 'push', commit: other });
  expect(saidBy(disguised, 'review')).toContain('it was made for other files');
  expect(resultsOf(disguised)).toEqual({ review: 'failure', apply: 'skipped' });
  expect(ground.ids()).toEqual([]);

  const applied = await runner.run('svc-apply', { name: 'push', commit: second });
  expect(resultsOf(applied), saidBy(applied, 'apply')).toEqual({ review: 'success', apply: 'success' });
  expect(applied['review']?.summary).toContain('pager');
  expect(ground.ids()).toHaveLength(3);
  const again = await runner.run('svc-apply', { name: 'push', commit: second });
  expect(saidBy(again, 'apply')).toContain('Saved plan is stale');
  expect(ground.ids()).toHaveLength(3);

  const calm = await runner.run('svc-nightly', { name: 'schedule', commit: second });
  expect(resultsOf(calm), saidBy(calm, 'drift') + saidBy(calm, 'inventory')).toEqual({
    drift: 'success',
    inventory: 'success',
  });
  const { webhooks, apiKeys } = ground.sandbox.controls;
  webhooks.update(webhooks.all()[0]?.id ?? '', { url: 'https://elsewhere.example.com/alerts' });
  const { id } = apiKeys.issue({ name: 'by hand', tenant_id: 'ten_acme', scopes: ['alerts:read'] });
  const night = await runner.run('svc-nightly', { name: 'schedule', commit: second });
  expect(resultsOf(night)).toEqual({ drift: 'failure', inventory: 'failure' });
  expect(night['drift']?.steps['Report']?.code).toBe(3);
  expect(night['drift']?.summary).toContain('elsewhere.example.com');
  expect(night['inventory']?.summary).toContain(`  to = svc_api_key.NAME\n  id = "${id}"`);

  expect(ground.leaksIn(textsOf({ github, runner }))).toEqual([]);
});

it('a gated plan is commented and goes no further; a look-alike stops the apply; a fork gets no secret', {
  timeout: 400_000,
}, async context => {
  onlyInWholeRun(context);
  const { ground, repository, github, runner } = await begin(context);
  const clean = await repository.git('rev-parse', 'HEAD');
  const gated = await repository.add(unrestricted);
  const run = await runner.run('svc-plan', { name: 'pull_request', commit: gated });
  expect(resultsOf(run)).toEqual({ ...green, plan: 'failure' });
  expect(run['plan']?.steps['Gate']?.code).toBe(3);
  expect(github.comments.by(robot)).toHaveLength(1);
  expect(github.artifacts.map(({ name }) => name)).toEqual(['svc-report']);

  const forked = await runner.run('svc-plan', { name: 'pull_request', commit: gated, isFork: true });
  expect(resultsOf(forked)).toEqual({ validate: 'success', plan: 'skipped', comment: 'skipped' });

  await runner.run('svc-plan', { name: 'pull_request', commit: clean });
  const twin = ground.sandbox.controls.webhooks.create({
    url: 'https://hooks.example.com/alerts',
    events: ['alert.created', 'alert.severity_changed'],
  });
  const stopped = await runner.run('svc-apply', { name: 'push', commit: clean });
  expect(resultsOf(stopped)).toEqual({ review: 'success', apply: 'failure' });
  expect(saidBy(stopped, 'apply')).toContain(`${twin.id} looks the same`);
  expect(ground.ids()).toContain(twin.id);
  expect(ground.sandbox.controls.webhooks.all()).toHaveLength(1);
});

/** All that the workflows have said, stored and shown to others. */
function textsOf({ github, runner }: Pick<Project, 'github' | 'runner'>): readonly string[] {
  const files = github.artifacts.flatMap(({ folder }) =>
    readdirSync(folder).map(name => readFileSync(join(folder, name), 'latin1')),
  );
  return [...runner.said, ...github.comments.by(robot), ...files];
}
