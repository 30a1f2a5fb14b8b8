import { readdirSync } from 'node:fs';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { npxProject } from '../../harness/environment/npx-project';
import { pathOf } from '../../harness/operations';
import { listening } from '../../harness/servers/listening';
import { signalProcess } from '../../harness/terraform/terraform-process';
import { builtCommand } from './built-command';
import { runInProcess } from './command-line';

const recorded = z.object({ pid: z.number(), url: z.string() });
const exportLine =
  /^export SVC_BASE_URL=(http:\/\/127\.0\.0\.1:\d+) SVC_API_KEY=(svc_test_\w{32}) SVC_AUTH_URL=\1\n$/;

const command = 'node_modules/.bin/cdktf-provider-svc sandbox';

async function project() {
  const { folder, start, run } = await npxProject({ npm_command: 'exec' });
  const state = join(folder, '.local/state/cdktf-provider-svc');
  const record = () => join(state, readdirSync(state).find(name => name.endsWith('.json')) ?? 'none');
  const running = async () => recorded.parse(JSON.parse(await readFile(record(), 'utf8')));
  onTestFinished(async () => {
    const left = await running().catch(() => undefined);
    if (left !== undefined) end(left.pid);
  });
  return { folder, state, record, start, run, sandbox: commandIn(folder, folder), running };
}

/** The command in this process, in a folder. A sandbox that it starts is a process, and runs the built command. */
function commandIn(folder: string, home: string) {
  return async (option: string, options: readonly string[] = [], XDG_STATE_HOME = '') => {
    const parameters = ['sandbox', option, ...options];
    const before = { argv: process.argv, folder: process.cwd() };
    process.argv = [process.execPath, builtCommand, ...parameters];
    process.chdir(folder);
    try {
      return await runInProcess(parameters, { HOME: home, XDG_STATE_HOME });
    } finally {
      process.argv = before.argv;
      process.chdir(before.folder);
    }
  };
}

const end = (pid: number) => signalProcess(pid, 'SIGKILL');

const answers = (url: string) =>
  fetch(url + pathOf('tenants.list')).then(
    ({ status }) => status,
    () => 'nobody',
  );

describe('the sandbox in the background', { timeout: 120_000 }, () => {
  it('runs once in a folder, however often it is started or stopped, and says why it cannot run', async () => {
    const { sandbox, folder, state } = await project();
    const port = await listening(createServer());
    for (const _ of ['once', 'twice'])
      expect(await sandbox('--background', ['--port', `${port}`])).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^error: Port \d+ on 127\.0\.0\.1 is taken[^\n]*\n$/),
      });
    const first = await sandbox('--background', ['--latency', '1']);
    expect(first.stderr).toContain('In each other shell, run the same command');
    const [, url = '', key = ''] = exportLine.exec(first.stdout) ?? [];
    expect(first).toMatchObject({ code: 0, stderr: expect.not.stringContaining(key) });
    for (const name of readdirSync(state)) expect((await stat(join(state, name))).mode & 0o777).toBe(0o600);
    expect((await sandbox('--background', ['--latency', '1'])).stdout).toBe(first.stdout);
    expect(await sandbox('--background', ['--latency', '5'])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('with other options'),
    });
    const elsewhere = commandIn(join(folder, 'node_modules'), folder);
    expect((await elsewhere('--stop')).stderr).toContain('This folder has no sandbox');
    expect(await answers(url)).toBe(401);
    for (const words of [`${url} has stopped`, 'This folder has no sandbox'])
      expect([await sandbox('--stop', [], 'relative'), readdirSync(state)]).toMatchObject([
        { code: 0, stderr: expect.stringContaining(words) },
        [expect.stringMatching(/^sandbox-\w+\.log$/)],
      ]);
    expect(await answers(url)).toBe('nobody');
  });

  it('is one where three commands start it at once, also beside the record of one that was killed', async () => {
    const { run, running, state } = await project();
    for (const before of ['no record', 'the record of a killed one']) {
      const started = await Promise.all(['a', 'b', 'c'].map(() => run(`${command} --background`)));
      const { pid, url } = await running();
      expect(started[0]?.stdout, before).toMatch(exportLine);
      for (const { code, stdout } of started)
        expect([code, stdout]).toEqual([0, expect.stringContaining(`SVC_BASE_URL=${url} `)]);
      expect(readdirSync(state)).toHaveLength(2);
      // A sandbox that npm's variables reach ends half a second after its npx.
      await pause(700);
      expect(await answers(url)).toBe(401);
      end(pid);
      await expect.poll(() => answers(url)).toBe('nobody');
    }
  });

  it('that was killed is not stopped, and exports nothing that a shell would execute, whatever its record says', async () => {
    const { sandbox, run, running, record, folder } = await project();
    await sandbox('--background');
    const { pid, url } = await running();
    end(pid);
    await expect.poll(() => answers(url)).toBe('nobody');
    expect((await sandbox('--stop')).stderr).toContain('This folder has no sandbox');
    let status: number | undefined;
    const port = await listening(
      createServer((_, response) => status && response.writeHead(status).end('{}')),
    );
    const text = (await readFile(record(), 'utf8')).replace(url, `http://127.0.0.1:${port}`);
    await writeFile(record(), text.replace(/svc_test_\w+/, '$(touch executed)'));
    expect((await sandbox('--stop')).stderr).toMatch(
      /does not answer within five seconds\. If process \d+ is/,
    );
    status = 401;
    expect((await sandbox('--stop')).stderr).toContain('This folder has no sandbox');
    status = 200;
    const { stdout } = await run(`eval "$(${command} --background)"; echo "$SVC_API_KEY"`);
    expect([stdout, readdirSync(folder)]).toEqual([
      '$(touch executed)\n',
      expect.not.arrayContaining(['executed']),
    ]);
  });
});

it('the sandbox in the foreground ends when its npx is ended by SIGTERM', { timeout: 120_000 }, async () => {
  const { start } = await project();
  // With exec, the process that is signalled is npx itself.
  const npx = start('exec npx --no cdktf-provider-svc sandbox --quiet');
  const address = () => /"url":"([^"]+)"/.exec(npx.output.stdout)?.[1];
  await expect.poll(address, { timeout: 30_000 }).toBeDefined();
  npx.process.kill('SIGTERM');
  await npx.code;
  await expect.poll(() => npx.output.stderr).toContain('npx has ended, and the sandbox with it.');
  expect(await answers(address() ?? '')).toBe('nobody');
});
