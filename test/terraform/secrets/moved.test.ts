import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { scenario } from '../../harness/scenario';

const endpoint = (name: string) =>
  `resource "svc_webhook_endpoint" "${name}" {\n  url = "https://a.example/hook"\n  events = ["alert.created"]\n  secret = var.signing\n}\n`;

it('a moved block and terraform state mv keep the object and its secret', async () => {
  const s = await scenario();
  const secret = await s.plantSecret('signing');
  const { state } = await s.apply(endpoint('a'));
  const id = String(state.resources[0]?.values['id']);
  const moved = 'moved {\n  from = svc_webhook_endpoint.a\n  to   = svc_webhook_endpoint.b\n}\n';
  const { plan } = await s.planAndApply(endpoint('b') + moved);
  expect(plan.changes['svc_webhook_endpoint.b']).toMatchObject({
    actions: ['no-op'],
    previousAddress: 'svc_webhook_endpoint.a',
  });

  expect((await s.terraform('state', 'mv', 'svc_webhook_endpoint.b', 'svc_webhook_endpoint.c')).code).toBe(0);
  await s.configure(endpoint('c'));
  expect((await s.plan()).isEmpty).toBe(true);
  expect((await s.state()).resources).toMatchObject([
    { address: 'svc_webhook_endpoint.c', values: { id, secret } },
  ]);
});

it('a state of the first version, without later attributes, is read and plans no change', async () => {
  const s = await scenario();
  const secret = await s.plantSecret('signing');
  await s.apply(endpoint('a'));
  const file = join(s.workspace.root, 'terraform.tfstate');
  const stored = JSON.parse(await readFile(file, 'utf8'));
  const [instance] = stored.resources[0].instances;
  const { id, url, events, status, created_at } = instance.attributes;
  // What the first version knew, and one attribute that a later one dropped.
  instance.attributes = {
    id,
    url,
    events,
    secret,
    status,
    created_at,
    on_degraded: 'warn',
    dropped: 'long ago',
  };
  await writeFile(file, JSON.stringify({ ...stored, serial: stored.serial + 1 }));
  expect((await s.plan()).isEmpty).toBe(true);
});
