import { chown, mkdir, readdir, rename, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { goes, isThere, LaunchGround, shutDown } from './launch-ground';

const ground = new LaunchGround();
beforeAll(() => ground.build());
afterAll(() => ground.remove());
beforeEach(() => ground.prepare());
afterEach(() => ground.clear());

describe('a process of its own', () => {
  test('has each of two launches at a time', async () => {
    const first = await ground.launch();
    const beside = await ground.launch();
    expect(beside.server).not.toBe(first.server);
    await shutDown(first);
    const [claiming, another] = await Promise.all([ground.launch(), ground.launch()]);
    expect([claiming.server, another.server].filter(server => server === first.server)).toHaveLength(1);
    await shutDown(beside);
    await goes(beside.server);
  });

  test('has a launch with logs, and Terraform is its parent', async () => {
    await shutDown(await ground.launch());
    const own = await ground.launch({ TF_LOG: 'info' });
    expect(own.server).toBe(own.plugin.child.pid);
    await shutDown(own);
    await goes(own.server);
  });

  test('has the same program at another path', async () => {
    const first = await ground.launch();
    await shutDown(first);
    const copy = join(ground.temporary, 'copy');
    await symlink(dirname(ground.executable), copy);
    expect((await ground.launch({}, join(copy, basename(ground.executable)))).server).not.toBe(first.server);
  });

  test('has a launch that finds the folder of a process that was killed', async () => {
    await ground.plantPlace();
    const { server, plugin } = await ground.launch();
    expect(server).toBe(plugin.child.pid);
  });

  test.each([
    ['whose file its owner does not hold open', ': >"$1/ready"; sleep 30'],
    ['whose owner holds another file of that name', ': >"$1/ready"; exec <"$1/ready"; sleep 30'],
  ])('has a launch that finds a folder %s', async (_, script) => {
    await ground.plantOwner(script);
    expect((await ground.launch()).plugin.handshake[3]).not.toBe('/nowhere');
  });

  test('has a launch that finds a link to the folder of its Terraform', async () => {
    const first = await ground.launch();
    await shutDown(first);
    await rename(ground.place(), join(ground.temporary, 'elsewhere'));
    await symlink('elsewhere', ground.place());
    expect((await ground.launch()).server).not.toBe(first.server);
  });

  test('has each launch where something else has the folder’s name', async () => {
    await mkdir(ground.place());
    await writeFile(join(ground.place(), 'in-the-way'), '');
    const first = await ground.launch();
    await shutDown(first);
    await goes(first.server);
    expect(await readdir(ground.temporary)).toEqual([basename(ground.place())]);
  });

  test.runIf(process.getuid?.() === 0)('has a launch that finds the folder of another user', async () => {
    await ground.plantOwner('exec 2<>/proc/self/fd/0 <"$1/waiting"; : >"$1/ready"; sleep 30');
    for (const path of [ground.place(), join(ground.place(), 'waiting')]) await chown(path, 65_534, 65_534);
    const { plugin, server } = await ground.launch();
    expect(plugin.handshake[3]).not.toBe('/nowhere');
    expect(isThere(server)).toBe(true);
  });
});
