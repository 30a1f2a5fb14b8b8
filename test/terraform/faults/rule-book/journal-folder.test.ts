import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { keyDigest } from '../../../../src/provider/api-keys/key-creation';
import { endpoint, key } from '../../blocks';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const run = promisify(execFile);
const journal = '../volume/journal';
const provider = `journal_directory = "${journal}"\nrequest_timeout = 5\nmax_retries = 1`;
const both = endpoint('a') + key('k');

/** What a CI job begins with: the configuration, and nothing that an earlier job has left beside it. */
async function checkOutAnew(ground: Ground): Promise<void> {
  const { root } = ground.s.workspace;
  for (const left of ['.terraform', '.terraform.lock.hcl', 'scenario.tfplan', 'next.tfplan'])
    await rm(join(root, left), { recursive: true, force: true });
  await ground.succeed('init', '-no-color');
}

it('a journal on a volume outlives its job: the next job, from a fresh checkout, converges', async () => {
  const ground = await Ground.prepare({ kind: 'HTTP backend', journal, provider });
  await ground.s.startFrom(endpoint('kept'));
  await ground.s.configure(endpoint('kept') + both);
  const ids = await ground.cutOffAfterAnswers(2);
  await checkOutAnew(ground);
  await ground.s.apply(undefined, {
    warnings: ids.map(id => new RegExp(`${id} will be (?:taken over|issued anew)`)),
  });
  expect(ground.ids).toHaveLength(3);
  recordRow({
    fault: 'killed after the platform’s answer, before any state had it',
    moment: 'a CI job with `journal_directory` on a volume; then the next job, from a fresh checkout',
    outcome: 'one apply converges',
  });
});

it('two projects share a journal: neither touches what a killed run of the other created', async () => {
  const ground = await Ground.prepare({ kind: 'HTTP backend', journal, provider });
  await ground.s.configure(both);
  const left = await ground.cutOffAfterAnswers(2);
  await checkOutAnew(ground);
  const address = ground.backend?.address('other') ?? '';
  const backend = `terraform {\n  backend "http" {\n    address = "${address}"\n  }\n}\n`;
  await ground.s.workspace.write('backend.tf', backend);
  await ground.succeed('init', '-reconfigure', '-no-color');
  const { stdout } = await ground.succeed('apply', '-auto-approve', '-no-color');
  for (const id of left) expect(stdout).toMatch(new RegExp(`${id}.* looks the same`));
  expect(ground.ids).toHaveLength(4);
  expect(ground.controls.requests.count('apiKeys.delete')).toBe(0);
  for (const id of left) ground.s.disown(id);
  recordRow({
    fault: 'killed after the platform’s answer, before any state had it',
    moment: 'two projects share `journal_directory`, and the other one creates equal objects',
    outcome: 'nothing is touched; the plan names both',
  });
});

it('a forged entry revokes no key: neither one that is older than the entry, nor in a folder that others can write', async () => {
  const ground = await Ground.prepare();
  const wanted = { name: 'k', tenant_id: 'ten_acme', scopes: ['alerts:read'] };
  const { id } = await ground.s.behindTheBack(api => api.apiKeys.issue(wanted));
  await ground.s.configure(key('k'));
  const folder = resolve(ground.s.workspace.root, '.terraform/svc-journal');
  await ground.succeed('plan', '-no-color');
  // The note of that plan tells the place.
  const [note = ''] = (await run('ls', [folder])).stdout.split('\n');
  const [, place] = note.split('.');
  const facts = { resource: 'svc_api_key', digest: keyDigest(wanted), place, idempotencyKey: 'forged' };
  const forge = (start: number) =>
    writeFile(
      join(folder, 'h__b__n__1__1.forged.json'),
      `\n${JSON.stringify({ ...facts, start })}\n{"id":"${id}"}\n{"mark":"used"}`,
    );
  await forge(Date.now() + 60_000);
  await ground.succeed('apply', '-auto-approve', '-no-color');
  expect(ground.ids).toContain(id);
  await forge(0);
  await chmod(folder, 0o777);
  const refused = await ground.s.terraform('plan', '-no-color');
  expect(refused.stderr).toMatch(/Journal belongs to others[\s\S]*journal_directory/);
  await rm(folder, { recursive: true });
  expect(ground.ids).toContain(id);
  recordRow({
    fault: 'somebody else has written an entry into the journal',
    moment: 'an equal key of a stranger',
    outcome: 'never revoked: the key is older than the entry, and a folder that others can write is an error',
  });
});

const many = `resource "svc_webhook_endpoint" "each" {
  count  = 12
  url    = "https://receiver.example/\${count.index}"
  events = ["alert.created"]
  secret = var.signing
}
resource "svc_api_key" "each" {
  count     = 3
  name      = "key \${count.index}"
  tenant_id = "ten_acme"
  scopes    = ["alerts:read"]
}
`;

/** All objects reach the state, with one warning; a lost answer changes nothing of it. */
async function reachesTheState(ground: Ground, fault: string): Promise<void> {
  ground.controls.faults.add({ operation: 'webhooks.create', after: 3, effect: { kind: 'drop-before' } });
  const { state } = await ground.s.apply(many, { atApply: [/Creations are not journalled/] });
  expect(state.resources).toHaveLength(15);
  recordRow({
    fault: `${fault}, and an answer is lost`,
    moment: '12 endpoints and 3 keys',
    outcome: 'all are in the state, with one warning',
  });
}

it('a file in place of its folder costs the protection, never the object', async () => {
  const ground = await Ground.prepare();
  await ground.s.workspace.write('.terraform/svc-journal', 'a file');
  await reachesTheState(ground, 'a file is in place of the journal’s folder');
});

it('a full disk costs the protection, never the object', async context => {
  const disk = await mkdtemp(join(tmpdir(), 'svc-disk-'));
  onTestFinished(() => rm(disk, { recursive: true, force: true }));
  const mounted = run('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', disk]);
  const isMounted = await mounted.then(
    () => true,
    () => false,
  );
  if (!isMounted) return context.skip('mounting is not permitted here');
  onTestFinished(async () => void (await run('umount', [disk])));
  await writeFile(join(disk, 'filler'), Buffer.alloc(64 * 1024)).catch(() => undefined);
  const folder = join(disk, 'journal');
  await mkdir(folder, { mode: 0o700 });
  await reachesTheState(
    await Ground.prepare({ provider: `journal_directory = "${folder}"` }),
    'the journal’s disk is full',
  );
  return undefined;
});
