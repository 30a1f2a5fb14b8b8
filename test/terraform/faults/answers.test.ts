import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';
import { needFeature } from '../../harness/terraform/needed-feature';
import { endpoint, key } from '../blocks';

it('a deletion that is accepted with 202 and not done: an error that keeps the state, and the next apply deletes', async () => {
  const s = await scenario({ provider: 'max_retries = 1' });
  await s.plantSecret('signing');
  await s.startFrom(endpoint('a'));
  const { faults, webhooks } = s.platform.controls;
  faults.add({ operation: 'webhooks.delete', effect: { kind: 'status', status: 202, body: '' } });
  await s.expectError('', /Accepted, still shown/);
  const { resources } = await s.state();
  expect(webhooks.get(String(resources[0]?.values['id']))).toBeDefined();
  faults.add({ operation: 'webhooks.delete', effect: { kind: 'status-after', status: 202, body: '' } });
  await s.apply('');
});

it('a narrowing that is answered with the old scopes: the apply says so, and the next plan accuses nobody', async () => {
  const s = await scenario();
  await s.startFrom(key('a'));
  const body = { id: (await s.state()).resources[0]?.values['id'], scopes: ['alerts:read'] };
  const { faults } = s.platform.controls;
  faults.add({ operation: 'apiKeys.update', effect: { kind: 'status', status: 200, body } });
  const plan = await s.plan(key('a', { scope: 'devices:read' }));
  const applied = await s.terraform('apply', '-no-color', plan.file);
  expect([applied.code, applied.stdout.match(/was answered with another value: scopes/g)]).toMatchObject([
    0,
    [{}],
  ]);
  const told = /^The platform shows another value than this stack last stored: .* Applying restores/;
  expect(await s.diagnostics()).toContainEqual(
    expect.objectContaining({ detail: expect.stringMatching(told) }),
  );
  await s.apply(undefined, { warnings: 'any' });
});

it('a write-only secret whose update is lost, and a configuration that takes it back: the former one is sent again', async context => {
  await needFeature('write-only arguments', context);
  const s = await scenario({ provider: 'max_retries = 0' });
  const { faults, webhooks } = s.platform.controls;
  const former = await s.plantSecret('signing', { ephemeral: true });
  await s.plantSecret('next_signing', { ephemeral: true });
  const block = (secret: string, version: number) =>
    endpoint('a', { secret }).replace('secret =', `secret_wo_version = ${version}\n  secret_wo =`);
  await s.startFrom(block('signing', 1));
  faults.add({ operation: 'webhooks.update', effect: { kind: 'status-after', status: 500 } });
  await s.expectError(block('next_signing', 2), /Platform failed/);
  await s.apply(block('signing', 1), { warnings: [/may sign with another secret/] });
  expect(webhooks.kept(String(webhooks.all()[0]?.id))?.secret).toBe(former);
});
