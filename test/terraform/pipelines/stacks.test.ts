import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import { robot } from './forge';
import { runJob } from './github';
import { prepareGround } from './ground';

/** Two stacks: the endpoint is in one, the key in the other. Without connStr, PG_CONN_STR says where the state is. */
const program = (cdk: string) => `
import { App, PgBackend, TerraformStack } from '${cdk}';
import { ApiKey, ApiScope, EphemeralVariable, EventType, LookAlikes, SvcProvider, WebhookEndpoint } from '${cdk}-provider-svc';

const app = new App();
const [endpoints, keys] = ['endpoints', 'keys'].map(name => {
  const stack = new TerraformStack(app, name);
  new PgBackend(stack, { schemaName: name });
  new SvcProvider(stack, 'svc', { lookAlikes: LookAlikes.REFUSE });
  return stack;
});
const secret = new EphemeralVariable(endpoints, 'signing_secret', { type: 'string', sensitive: true });
new WebhookEndpoint(endpoints, 'alerts', {
  url: 'https://hooks.example.com/alerts',
  events: [EventType.ALERT_CREATED],
  secretWo: secret.stringValue,
  secretWoVersion: 1,
});
new ApiKey(keys, 'dashboard', { name: 'dashboard', tenantId: 'ten_acme', scopes: [ApiScope.ALERTS_READ] });
app.synth();
`;

/** A repository with the program, and the machine and the settings of its jobs. */
async function prepare(cdk: string, context: TestContext) {
  const ground = await prepareGround(context, 'github-actions', program(cdk));
  const { secrets: all, variables, repository, forge, machine } = ground;
  const secrets = { 'svc-review': all, 'svc-plan': all, 'svc-production': all, 'svc-nightly': all };
  const commit = await repository.git('rev-parse', 'HEAD');
  const succeed = async (file: string, job: string) => {
    const result = await runJob({ repository, forge, machine, secrets, variables }, file, job, commit);
    expect(result.hasFailed, machine.said.join('\n')).toBe(false);
    return result;
  };
  return { ground, forge, machine, commit, succeed };
}

const markers = ['endpoints', 'keys'].map(name => `<!-- cdktf-provider-svc report key=default/${name} -->`);

it('with cdktf, each stack is synthesized, planned, reported and commented, and applied as planned', {
  timeout: 600_000,
}, async context => {
  const { ground, forge, machine, commit, succeed } = await prepare('cdktf', context);
  for (const job of ['plan', 'comment', 'comment']) await succeed('svc-plan', job);
  expect(forge.by(robot).map(body => body.split('\n')[0])).toEqual(markers);
  forge.merged.add(commit);
  const { summary } = await succeed('svc-apply', 'plan');
  expect(summary).not.toMatch(/differs|Nobody has reviewed/);
  expect(ground.ids()).toEqual([]);
  await succeed('svc-apply', 'apply');
  expect(ground.ids()).toHaveLength(2);
  await succeed('svc-nightly', 'night');
  expect(machine.stored()).toContainEqual(expect.stringMatching(/^## Objects that no state has\n/));

  // A stack that is gone keeps no report.
  await rm(join(machine.kept('svc-report'), 'keys.md'));
  await succeed('svc-plan', 'comment');
  const comments = forge.by(robot);
  expect(comments[0]).toMatch(/1 to create/);
  expect(comments[1]).toBe(
    `${markers[1]}\n\n**The last commit has no plan here.** See the checks of this pull request.\n`,
  );
  expect(ground.leaksIn([...machine.said, ...comments, ...machine.stored()])).toEqual([]);
});

// After the plan, no step depends on the CDK.
it('with cdktn, each stack is checked, planned and reported', { timeout: 600_000 }, async context => {
  const { machine, succeed } = await prepare('cdktn', context);
  for (const job of ['validate', 'plan']) await succeed('svc-plan', job);
  const reports = machine.stored().filter(text => text.startsWith('<!--'));
  expect(reports.map(text => text.split('\n')[0]).sort()).toEqual(markers);
});
