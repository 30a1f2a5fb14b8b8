import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';
import { outputOf } from './ci-job';
import { Ground } from './ground';

/** What a later commit adds. It is created last. */
const pager = `resource "svc_webhook_endpoint" "pager" {
  url               = "https://hooks.example.com/pager"
  events            = ["incident.created"]
  secret_wo         = var.signing_secret
  secret_wo_version = 1
  depends_on        = [svc_webhook_endpoint.alerts, svc_api_key.dashboard]
}
`;

const isLocked = /Error acquiring the state lock/;
const lockId = /^ *ID: +(\S+)$/m;

it('two pipelines at once: one waits for the lock, and nothing is lost or doubled', async context => {
  const ground = await Ground.prepare(context);
  const [first, second, impatient] = [await ground.job(), await ground.job(pager), await ground.job()];
  const held = ground.controls.faults.add({ method: 'POST', effect: { kind: 'hang-before' } });
  const holding = first.begin('apply', '-auto-approve');
  await held.reached;

  const refused = await impatient.run('apply', '-auto-approve');
  expect(refused.stderr).toMatch(isLocked);
  // The lock belongs to the other's connection, so this command reports success and changes nothing.
  await impatient.succeed('force-unlock', '-force', lockId.exec(refused.stderr)?.[1] ?? '');
  expect((await impatient.run('apply', '-auto-approve')).stderr).toMatch(isLocked);

  const waiting = second.begin('apply', '-auto-approve', '-lock-timeout=100s');
  await expect.poll(() => waiting.output).toContain('Acquiring state lock');
  ground.controls.faults.clear();
  expect(outputOf(await holding.finished)).toContain('2 added, 0 changed, 0 destroyed');
  expect(outputOf(await waiting.finished)).toContain('1 added, 0 changed, 0 destroyed');
  expect(ground.controls.requests.all().filter(({ method }) => method === 'POST')).toHaveLength(3);
  await ground.expectConverged(pager);
});

it('killed in the middle, journal kept: the lock is free, and one apply from a fresh checkout adopts what was created', async context => {
  const ground = await Ground.prepare(context);
  const SVC_JOURNAL_DIR = temporaryFolder(tmpdir(), 'svc-journal-');
  const [endpoint, key] = await ground.cutOff(await ground.job(pager, { SVC_JOURNAL_DIR }));
  const next = await ground.job(pager, { SVC_JOURNAL_DIR });
  // Terraform stores the state every 20 seconds only, so it has neither object.
  expect(await next.storedState()).not.toContain(endpoint);
  const output = await next.apply();
  expect(output).toContain(`${endpoint} is taken over`);
  expect(output).toContain(`${key} is issued anew`);
  expect(ground.ids).toHaveLength(3);
  expect(ground.ids).toContain(endpoint);
  expect(ground.ids).not.toContain(key);
  await ground.expectConverged(pager);
});
