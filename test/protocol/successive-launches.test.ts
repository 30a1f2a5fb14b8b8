import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { directoryPrefix } from '../../src/plugin/go-plugin/socket-directory';
import { shiftedClock } from '../harness/environment/shifted-clock';
import { ForeignClient } from './foreign-client';
import { goes, isThere, LaunchGround, shutDown } from './launch-ground';
import { startPlugin } from './plugin-process';

const ground = new LaunchGround();
beforeAll(() => ground.build());
afterAll(() => ground.remove());
beforeEach(() => ground.prepare());
afterEach(() => ground.clear());

describe('launches of one Terraform, one after the other', () => {
  test('are served by one process, and each ends for Terraform at its Shutdown', async () => {
    const first = await ground.launch();
    await shutDown(first);
    const second = await ground.launch();
    await shutDown(second);
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

  test('end with the one that has left a trace', async () => {
    const first = await ground.launch();
    await shutDown(first);
    const second = await ground.launch();
    await second.client.callFunction('mark', '');
    await shutDown(second);
    await goes(first.server);
    await ground.nothingIsLeft();
    expect((await ground.launch()).server).not.toBe(first.server);
  });

  test('the output of one reaches its own Terraform', async () => {
    const first = await ground.launch();
    await shutDown(first);
    const { client } = await ground.launch();
    const printed: string[] = [];
    const stop = client.listen(text => printed.push(text));
    await client.callFunction('print', 'hello');
    await expect.poll(() => printed.join('')).toBe('hello\n');
    stop();
  });

  test('a crash is reported in full to the Terraform of that launch', async () => {
    await shutDown(await ground.launch());
    const { plugin, client } = await ground.launch();
    await client.callFunction('crash', 'planted-secret');
    expect(await plugin.ended).toBe(1);
    const stderr = await plugin.stderr;
    expect(stderr).toMatch(/^panic: TypeError\n {4}at /);
    expect(stderr).not.toContain('planted-secret');
    await ground.nothingIsLeft();
  });

  test('a call in flight at Shutdown comes to its end, and then the process goes on to the next', async () => {
    const first = await ground.launch();
    const call = first.client.callFunction('wait', '500');
    await new Promise(resolve => setTimeout(resolve, 100));
    await shutDown(first);
    expect(await call).toEqual({ value: '500' });
    expect((await ground.launch()).server).toBe(first.server);
  });

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s to all of them changes nothing', async signal => {
    const first = await ground.launch();
    first.plugin.child.kill(signal);
    process.kill(first.server, signal);
    await shutDown(first);
    const second = await ground.launch();
    second.plugin.child.kill(signal);
    process.kill(second.server, signal);
    expect(await second.client.callFunction('echo', 'unmoved')).toEqual({ value: 'unmoved' });
    expect(second.server).toBe(first.server);
  });
});

describe('launches of one Terraform share a process', () => {
  test.each<[string, string]>([
    ['has spaces', 'with two  spaces'],
    ['has quotes and a dollar', `with'"$HOME`],
  ])('where TMPDIR %s', async (_, name) => {
    const temporary = join(ground.temporary, name);
    await mkdir(temporary);
    const first = await ground.launch({ TMPDIR: temporary });
    await shutDown(first);
    expect((await ground.launch({ TMPDIR: temporary })).server).toBe(first.server);
  });

  test('where the path of the program is relative', async () => {
    const program = relative(process.cwd(), ground.executable);
    const first = await ground.launch({}, program);
    await shutDown(first);
    expect((await ground.launch({}, program)).server).toBe(first.server);
  });
});

describe('nothing is left behind', () => {
  test.each([
    ['the first', 0],
    ['a later', 1],
  ])('when %s launcher is killed while it serves', async (_, earlier) => {
    for (let count = 0; count < earlier; count++) await shutDown(await ground.launch());
    const { plugin, client, server } = await ground.launch();
    plugin.child.kill('SIGKILL');
    await plugin.ended;
    client.close();
    await goes(server);
    await ground.nothingIsLeft();
  });

  test('when the process ends right after it was claimed', async () => {
    await ground.plantOwner(
      'exec 2<>/proc/self/fd/0 <"$1/waiting"; : >"$1/ready"; until [ -e "$1/claim" ]; do sleep 0.01; done',
    );
    const { handshake, ended } = await startPlugin(
      ground.executable,
      { ...ground.asTerraform(), PLUGIN_CLIENT_CERT: 'any' },
      '/bin/sh',
    );
    expect(handshake[3]).toBe('/nowhere');
    expect(await ended).toBe(1);
    await rm(ground.place(), { recursive: true });
  });

  test('when a process was killed: a later one removes its folder, and no folder of a living one, of another boot, or made just now', async () => {
    const orphans = [ground.place(1), `${ground.temporary}/${directoryPrefix()}XXXXXX`];
    const kept = [
      `${ground.temporary}/${directoryPrefix()}young`,
      `${ground.temporary}/terraform-plugin-other-boot`,
    ];
    for (const at of [...orphans, ...kept]) await ground.plantPlace({ at });
    for (const at of [...orphans, kept[1] ?? '']) await utimes(at, 0, Date.now() / 1000 - 3600);
    const beside = await ground.launch();
    await utimes(dirname(beside.plugin.socketPath), 0, Date.now() / 1000 - 3600);
    // Its clock is ahead of the file system’s, which decides.
    const ahead = await shiftedClock();
    await ahead.moveTo(2);
    await shutDown(await ground.launch(ahead.options.environment));
    await expect.poll(() => orphans.filter(existsSync)).toEqual([]);
    expect(kept.filter(existsSync)).toEqual(kept);
    expect(existsSync(beside.plugin.socketPath)).toBe(true);
  });

  test('when the program refuses to start', async () => {
    const child = spawn('/bin/sh', [ground.executable], {
      env: { PATH: process.env['PATH'], TMPDIR: ground.temporary },
    });
    expect(await once(child, 'exit')).toEqual([1, null]);
    await ground.nothingIsLeft();
  });

  test.each([
    ['Terraform is no more', () => {}],
    ['its terminal has hung up', (server: number) => process.kill(server, 'SIGHUP')],
  ])('when %s', async (_, happens) => {
    const { parent, server } = await ground.launchFromAnother();
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(isThere(server)).toBe(true);
    happens(server);
    parent.kill('SIGKILL');
    await goes(server);
    await ground.nothingIsLeft();
  });

  test('when somebody has removed the folder', async () => {
    const { parent, server } = await ground.launchFromAnother();
    for (const name of await readdir(ground.temporary))
      await rm(join(ground.temporary, name), { recursive: true });
    parent.kill('SIGKILL');
    await goes(server);
  });

  test('the folder is accessible only to its owner', async () => {
    const { plugin, ...launched } = await ground.launch();
    expect(await readdir(dirname(plugin.socketPath))).toEqual(['socket']);
    await shutDown({ plugin, ...launched });
    expect((await stat(ground.place())).mode & 0o777).toBe(0o700);
    expect((await readdir(ground.place())).sort()).toEqual(['socket', 'waiting']);
  });
});
