import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { recordRow } from '../fault-matrix';
import { Ground } from './ground';

const run = promisify(execFile);
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
async function reachesTheState(ground: Ground): Promise<void> {
  ground.controls.faults.add({ operation: 'webhooks.create', after: 3, effect: { kind: 'drop-after' } });
  const { state, warnings } = await ground.s.apply(many, { warnings: [/Creations are not journalled/] });
  expect(warnings).toHaveLength(1);
  expect(state.resources).toHaveLength(15);
  expect(ground.ids).toHaveLength(15);
}

/** A file system of its own, in memory. Undefined where the test may not mount one. */
async function smallDisk(): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-disk-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  try {
    await run('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', folder]);
  } catch {
    return undefined;
  }
  onTestFinished(async () => void (await run('umount', [folder])));
  return folder;
}

describe('a journal that cannot be written loses its protection, never the object', () => {
  it('a file in place of its folder', async () => {
    const ground = await Ground.prepare();
    await ground.s.workspace.write('.terraform/svc-journal', 'a file');
    await reachesTheState(ground);
    recordRow({
      fault: 'a file is in place of the journal’s folder, and an answer is lost',
      moment: '12 endpoints and 3 keys',
      outcome: 'all are in the state, with one warning',
    });
  });

  it('a full disk', async context => {
    const disk = await smallDisk();
    if (disk === undefined) return context.skip('mounting is not permitted here');
    await writeFile(join(disk, 'filler'), Buffer.alloc(64 * 1024)).catch(() => undefined);
    const folder = join(disk, 'journal');
    await mkdir(folder);
    const ground = await Ground.prepare({ provider: `journal_directory = "${folder}"` });
    await reachesTheState(ground);
    expect((await readdir(folder)).length).toBeLessThanOrEqual(1);
    recordRow({
      fault: 'the journal’s disk is full, and an answer is lost',
      moment: '12 endpoints and 3 keys',
      outcome: 'all are in the state, with one warning',
    });
    return undefined;
  });

  it('a read-only disk, which holds an open entry', async context => {
    const disk = await smallDisk();
    if (disk === undefined) return context.skip('mounting is not permitted here');
    const ground = await Ground.prepare({ provider: `journal_directory = "${disk}"`, journal: disk });
    await ground.s.configure(many);
    await ground.losingTheState(async () => {
      const held = ground.controls.faults.add({
        method: 'POST',
        after: 4,
        times: 99,
        effect: { kind: 'hang-before' },
      });
      const terraform = ground.s.start('apply', '-auto-approve', '-no-color');
      await held.reached;
      await expect.poll(() => ground.ids.length).toBe(4);
      await expect.poll(() => ground.answered()).toBe(4);
      await ground.kill(terraform, true);
    });
    ground.controls.faults.clear();
    await run('mount', ['-o', 'remount,ro', disk]);
    const left = [...ground.ids];
    for (const id of left) ground.s.disown(id);
    const { state, warnings } = await ground.s.apply(undefined, { warnings: 'any' });
    const said = JSON.stringify(warnings);
    expect(said).toContain('Creations are not journalled');
    // A takeover that cannot be noted could be done twice: nothing is promised, and nothing is touched.
    expect(said).not.toMatch(/will be (?:taken over|issued anew)/);
    for (const id of left) expect(said).toContain(id);
    expect(state.resources).toHaveLength(15);
    expect(ground.ids).toHaveLength(19);
    recordRow({
      fault: 'the journal is read-only and holds entries of a killed run',
      moment: '12 endpoints and 3 keys',
      outcome: 'all are in the state once; what was left is named and not touched',
    });
    return undefined;
  });
});
