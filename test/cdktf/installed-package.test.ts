import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox';
import { onlyInWholeRun } from '../harness/extent';
import { CdktfProject } from './cdktf-project';
import { succeeded } from './run';

const stack = 'security-operations';

it('the example, copied into a project with the package installed, deploys, detects drift, repairs it and destroys everything', async context => {
  onlyInWholeRun(context);
  const sandbox = await startSandbox();
  onTestFinished(() => sandbox.close());
  const signingSecret = randomBytes(24).toString('base64url');
  const project = await CdktfProject.create({
    SVC_BASE_URL: sandbox.url,
    SVC_API_KEY: sandbox.key,
    TF_VAR_signing_secret: signingSecret,
  });
  const { webhooks, apiKeys } = sandbox.controls;

  const deployed = succeeded(await project.cdktf('deploy', '--auto-approve'));
  expect(deployed).toContain('Apply complete! Resources: 4 added, 0 changed, 0 destroyed.');
  expect(webhooks.all()).toHaveLength(3);
  expect(apiKeys.all()).toMatchObject([{ name: 'dashboard', scopes: ['alerts:read', 'incident:read'] }]);
  const [alerts] = webhooks.all().filter(({ url }) => url.endsWith('/alerts'));
  expect(webhooks.secretOf(alerts?.id ?? '')).toBe(signingSecret);

  expect(await project.plan(stack)).toContain('No changes.');

  webhooks.update(alerts?.id ?? '', { events: ['incident.created'] });
  for (const { id } of webhooks.all().filter(({ url }) => url.endsWith('/archive'))) webhooks.delete(id);
  expect(succeeded(await project.cdktf('diff'))).toContain('Plan: 1 to add, 1 to change, 0 to destroy.');
  succeeded(await project.cdktf('deploy', '--auto-approve'));
  expect(webhooks.get(alerts?.id ?? '')?.events).toEqual(['alert.created', 'alert.severity_changed']);

  const written = await readFile(path.join(project.stackFolder(stack), 'cdk.tf.json'), 'utf8');
  expect(written).not.toContain(signingSecret);
  expect(written).not.toContain(sandbox.key);

  succeeded(await project.cdktf('destroy', '--auto-approve'));
  expect([...webhooks.all(), ...apiKeys.all()]).toEqual([]);
});
