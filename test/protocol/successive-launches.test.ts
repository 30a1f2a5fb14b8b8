import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { ForeignClient } from './foreign-client';
import { goes, LaunchGround, shutDown } from './launch-ground';
import { startPlugin } from './plugin-process';

const ground = new LaunchGround();
beforeAll(() => ground.build());
afterAll(() => ground.remove());
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

  test('each report a crash in full, and print, to their own Terraform', async () => {
    await shutDown(await ground.launch());
    const { plugin, client } = await ground.launch();
    const printed: string[] = [];
    client.listen(text => printed.push(text));
    await client.callFunction('print', 'hello');
    await expect.poll(() => printed.join('')).toBe('hello\n');
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

  test('when a process was killed: a later one removes its folder', async () => {
    const orphan = await ground.plantPlace({ at: ground.place(1) });
    await utimes(orphan, 0, 0);
    await shutDown(await ground.launch());
    await expect.poll(() => existsSync(orphan)).toBe(false);
  });

  test('when the program refuses to start', async () => {
    const child = spawn('/bin/sh', [ground.executable], {
      env: { PATH: process.env['PATH'], TMPDIR: ground.temporary },
    });
    expect(await once(child, 'exit')).toEqual([1, null]);
    await ground.nothingIsLeft();
  });

  test('that others could open: the folder is its owner’s alone', async () => {
    const launched = await ground.launch();
    expect(await readdir(dirname(launched.plugin.socketPath))).toEqual(['socket']);
    await shutDown(launched);
    expect((await stat(ground.place())).mode & 0o777).toBe(0o700);
    expect((await stat(join(ground.place(), 'waiting'))).mode & 0o777).toBe(0o600);
    expect((await readdir(ground.place())).sort()).toEqual(['socket', 'waiting']);
  });
});
