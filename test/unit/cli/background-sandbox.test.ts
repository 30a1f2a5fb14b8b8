import { spawn } from 'node:child_process';
import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { identityOf } from '../../../src/provider/creation/journal/owner';
import { npxProject, type StartedCommand } from '../../harness/environment/npx-project';

const noted = z.object({ process: z.object({ pid: z.number() }), url: z.string() });
const exportLine =
  /^export SVC_BASE_URL=(http:\/\/127\.0\.0\.1:\d+) SVC_API_KEY=(svc_test_\w{32}) SVC_AUTH_URL=\1\n$/;

/** A project with a sandbox that is noted in `record.json`. */
async function project() {
  const { folder, start, run } = await npxProject();
  const record = join(folder, 'record.json');
  const sandbox = (...options: string[]) =>
    run(['node_modules/.bin/cdktf-provider-svc sandbox --pid-file record.json', ...options].join(' '));
  const running = async () => noted.parse(JSON.parse(await readFile(record, 'utf8')));
  onTestFinished(async () => {
    const left = await running().catch(() => undefined);
    if (left !== undefined && left.process.pid !== process.pid) end(left.process.pid);
  });
  return { folder, record, start, run, sandbox, running };
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}

const answers = (url: string) =>
  fetch(`${url}/v1/tenants`).then(
    ({ status }) => status,
    () => 'nobody',
  );

describe('the sandbox in the background', { timeout: 120_000 }, () => {
  it('prints its exports as one line, outlives npx, and stops with --stop', async () => {
    const { run, folder } = await project();
    const begun = await run('npx cdktf-provider-svc sandbox --background');
    expect(begun).toMatchObject({ code: 0, stdout: expect.stringMatching(exportLine) });
    const [, url = '', key = ''] = exportLine.exec(begun.stdout) ?? [];
    expect(begun.stderr).not.toContain(key);
    expect(begun.stderr).toMatch(/^ {4}npx cdktf-provider-svc sandbox --stop$/m);
    const used = `eval '${begun.stdout}'; curl -s -H "Authorization: Bearer $SVC_API_KEY" "$SVC_BASE_URL/v1/tenants"`;
    expect((await run(used)).stdout).toContain('ten_acme');
    const stopped = await run('npx cdktf-provider-svc sandbox --stop');
    expect(stopped).toMatchObject({ code: 0, stderr: expect.stringContaining(`${url} has stopped`) });
    expect(await answers(url)).toBe('nobody');
    expect((await run(`ls ${folder}/.local/state/cdktf-provider-svc`)).stdout).toMatch(
      /^sandbox-\w+\.log\n$/,
    );
  });

  it('runs once, however often it is started or stopped', async () => {
    const { sandbox, record, running } = await project();
    const both = await Promise.all([sandbox('--background'), sandbox('--background')]);
    expect(new Set(both.map(({ stdout }) => stdout)).size).toBe(1);
    expect((await stat(record)).mode & 0o777).toBe(0o600);
    const { url } = await running();
    const other = await sandbox('--background', '--latency', '5');
    expect(other).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('with other options'),
    });
    expect(await answers(url)).toBe(401);
    for (const words of ['has stopped', 'This folder has no sandbox']) {
      expect(await sandbox('--stop')).toMatchObject({ code: 0, stderr: expect.stringContaining(words) });
    }
  });

  it('starts again after it was killed', async () => {
    const { sandbox, running } = await project();
    await sandbox('--background');
    const first = await running();
    end(first.process.pid);
    await expect.poll(() => answers(first.url)).toBe('nobody');
    expect((await sandbox('--background')).code).toBe(0);
    expect((await running()).process.pid).not.toBe(first.process.pid);
    await sandbox('--stop');
  });

  it('that cannot run says why, and notes nothing', async () => {
    const { sandbox, record, folder } = await project();
    const failed = await sandbox('--background', '--data', folder);
    expect(failed).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: The data file .+/),
    });
    await expect(stat(record)).rejects.toThrow('ENOENT');
  });

  it.each([
    ['whose number another process has now', { started: '1' }, 0, /This folder has no sandbox/],
    ['of another boot of this machine', { boot: 'earlier' }, 0, /This folder has no sandbox/],
    [
      'of another machine',
      { host: 'elsewhere', boot: 'its own' },
      1,
      /another machine or container \(elsewhere\)/,
    ],
    ['of another container', { namespace: 'pid:[1]' }, 1, /another machine or container/],
  ])('never ends another process: a recorded process %s', async (_, difference, code, words) => {
    const { sandbox, record } = await project();
    const stranger = spawn('sleep', ['60']);
    onTestFinished(() => void stranger.kill('SIGKILL'));
    const identity = { ...(await identityOf(stranger.pid ?? 0)), ...difference };
    const note = {
      format: 1,
      process: identity,
      url: 'http://127.0.0.1:1',
      api_key: 'svc_test_FAKE',
      arguments: [],
    };
    await writeFile(record, JSON.stringify(note));
    expect(await sandbox('--stop')).toMatchObject({ code, stderr: expect.stringMatching(words) });
    expect(stranger.signalCode).toBeNull();
    expect(process.kill(stranger.pid ?? 0, 0)).toBe(true);
  });

  it('does not change a file that is not a record', async () => {
    const { sandbox, record } = await project();
    await writeFile(record, 'mine');
    for (const option of ['--background', '--stop']) {
      expect(await sandbox(option)).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(/is not the record of a background/),
      });
    }
    expect(await readFile(record, 'utf8')).toBe('mine');
  });
});

describe('the sandbox in the foreground', { timeout: 120_000 }, () => {
  const listening = async ({ output }: StartedCommand) => {
    const address = () => /"url":"([^"]+)"/.exec(output.stdout)?.[1];
    await expect.poll(address, { timeout: 30_000 }).toBeDefined();
    return address() ?? '';
  };

  it.each(['SIGTERM', 'SIGKILL'] as const)('ends when its npx is ended by %s', async signal => {
    const { start } = await project();
    // With exec, the process that is signalled is npx itself.
    const npx = start('exec npx cdktf-provider-svc sandbox --quiet');
    const url = await listening(npx);
    npx.process.kill(signal);
    await expect.poll(() => answers(url), { timeout: 10_000 }).toBe('nobody');
    await npx.code;
    expect(npx.output.stderr).toContain('npx has ended, and the sandbox with it.');
  });

  it('of a script that has ended continues', async () => {
    const { start, run } = await project();
    const script = start('node_modules/.bin/cdktf-provider-svc sandbox & echo "{\\"pid\\":$!}"; sleep 0.1');
    const url = await listening(script);
    await pause(1_500);
    expect(await answers(url)).toBe(401);
    const pid = /"pid":(\d+)/.exec(script.output.stdout)?.[1];
    expect((await run(`kill ${pid}`)).code).toBe(0);
    await script.code;
  });
});
