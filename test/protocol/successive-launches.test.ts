import { chown, mkdir, readdir, rename, rm, stat, symlink } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ForeignClient } from './foreign-client';
import { isThere, LaunchGround, shutDown } from './launch-ground';
import { startPlugin } from './plugin-process';

const ground = new LaunchGround();
beforeAll(() => ground.build());
beforeEach(() => ground.prepare());
afterEach(() => ground.clear());

describe('launches of one Terraform, one after the other', () => {
  test('are served by one process, and each ends for Terraform at its Shutdown, after its calls', async () => {
    const first = await ground.launch();
    await shutDown(first);
    const second = await ground.launch();
    const call = second.client.callFunction('hold', 'until asked to stop');
    await shutDown(second);
    expect(await call).toEqual({ value: 'until asked to stop' });
    const third = await ground.launch();
    expect([second.server, third.server]).toEqual([first.server, first.server]);
    expect(second.plugin.child.pid).not.toBe(first.plugin.child.pid);
  });

  test('each have their own certificate: the client of the previous launch is refused', async () => {
    const before = await ground.launch();
    await shutDown(before);
    const comeAgain = async () => {
      const late = new ForeignClient(before.plugin, before.own, { 'grpc.use_local_subchannel_pool': 1 });
      const answer = await late.callFunction('echo', 'it is me');
      late.close();
      return answer;
    };
    expect(await comeAgain()).toHaveProperty('code');
    const next = await ground.launch();
    expect(next.server).toBe(before.server);
    expect(await comeAgain()).toHaveProperty('code');
    expect(await next.client.callFunction('echo', 'still here')).toEqual({ value: 'still here' });
  });

  test('go on where the path of the folder leads elsewhere after it was checked', async () => {
    const first = await ground.launch();
    await shutDown(first);
    await ground.plantPlace({ at: `${ground.place()}.false` });
    // Another user, who may rename in TMPDIR, comes between two lines of the launcher.
    const program = await ground.changedLauncher([
      ['{ read -r owner', 'mv "$place" "$place.mine" && mv "$place.false" "$place"'],
      [`printf '%s\\n' "$handshake"`, 'mv "$place" "$place.false" && mv "$place.mine" "$place"'],
    ]);
    expect((await ground.launch({}, program)).server).toBe(first.server);
  });

  test('each report a crash in full to their own Terraform', async () => {
    await shutDown(await ground.launch());
    const { plugin, client } = await ground.launch();
    await client.callFunction('crash', 'planted-secret');
    expect(await plugin.ended).toBe(1);
    const stderr = await plugin.stderr;
    expect(stderr).toMatch(/^panic: TypeError\n {4}at /);
    expect(stderr).not.toContain('planted-secret');
    await ground.nothingIsLeft();
  });

  test('go on after the signals of a terminal, in a TMPDIR with spaces and quotes, by a relative path', async () => {
    const temporary = join(ground.temporary, `with two  spaces, '"$HOME`);
    await mkdir(temporary);
    const program = relative(process.cwd(), ground.executable);
    const first = await ground.launch({ TMPDIR: temporary }, program);
    await shutDown(first);
    const second = await ground.launch({ TMPDIR: temporary }, program);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      second.plugin.child.kill(signal);
      process.kill(second.server, signal);
      expect(await second.client.callFunction('echo', 'unmoved')).toEqual({ value: 'unmoved' });
    }
    expect(second.server).toBe(first.server);
    await shutDown(second);
  });
});

describe('nothing is left behind', () => {
  test('when the process ends right after it was claimed', async () => {
    await ground.plantOwner(
      'exec 2<>/proc/self/fd/0 <"$1/waiting"; : >"$1/ready"; until [ -e "$1/claim" ]; do sleep 0.01; done',
    );
    const { handshake, ended } = await startPlugin(
      ground.executable,
      { TMPDIR: ground.temporary, PLUGIN_CLIENT_CERT: 'any' },
      '/bin/sh',
    );
    expect(handshake[3]).toBe('/nowhere');
    expect(await ended).toBe(1);
    await rm(ground.place(), { recursive: true });
  });

  test('when a launch ends whose folder was removed', async () => {
    await shutDown(await ground.launch());
    const second = await ground.launch();
    await rm(ground.place(), { recursive: true });
    await shutDown(second);
    expect([await second.plugin.ended, await second.plugin.stderr]).toEqual([0, '']);
    await ground.nothingIsLeft();
  });

  test('that others could open: the folder is its owner’s alone', async () => {
    const launched = await ground.launch();
    await shutDown(launched);
    expect((await stat(ground.place())).mode & 0o777).toBe(0o700);
    expect((await stat(join(ground.place(), 'waiting'))).mode & 0o777).toBe(0o600);
    expect((await readdir(ground.place())).sort()).toEqual(['socket', 'waiting']);
  });
});

describe('a process of its own', () => {
  test('has one of two launches at a time', async () => {
    const first = await ground.launch();
    await shutDown(first);
    const [claiming, another] = await Promise.all([ground.launch(), ground.launch()]);
    expect([claiming.server, another.server].filter(server => server === first.server)).toHaveLength(1);
  });

  test('has the same program at another path', async () => {
    const first = await ground.launch();
    await shutDown(first);
    const copy = join(ground.temporary, 'copy');
    await symlink(dirname(ground.executable), copy);
    expect((await ground.launch({}, join(copy, basename(ground.executable)))).server).not.toBe(first.server);
  });

  test('has a launch whose TMPDIR is too long for the socket of a process that waits', async () => {
    const room = 103 - join(ground.place(), 'socket').length;
    const servers = [];
    for (const length of [room, room + 1]) {
      const temporary = join(ground.temporary, 'x'.repeat(length - '/'.length));
      await mkdir(temporary);
      for (let launches = 0; launches < 2; launches += 1) {
        const launched = await ground.launch({ TMPDIR: temporary });
        await shutDown(launched);
        servers.push(launched.server);
      }
    }
    expect(servers[1]).toBe(servers[0]);
    expect(servers[3]).not.toBe(servers[2]);
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

  test('has a launch that finds the folder of another user', async ({ skip }) => {
    skip(process.getuid?.() !== 0, 'only root can give a file to another user');
    await ground.plantOwner('exec 2<>/proc/self/fd/0 <"$1/waiting"; : >"$1/ready"; sleep 30');
    for (const path of [ground.place(), join(ground.place(), 'waiting')]) await chown(path, 65_534, 65_534);
    const { plugin, server } = await ground.launch();
    expect(plugin.handshake[3]).not.toBe('/nowhere');
    expect(isThere(server)).toBe(true);
  });
});
