import { readdirSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { npxProject, type StartedCommand } from '../../harness/environment/npx-project';
import { onlyInWholeRun } from '../../harness/extent';

const recorded = z.object({ pid: z.number(), url: z.string() });
const exportLine =
  /^export SVC_BASE_URL=(http:\/\/127\.0\.0\.1:\d+) SVC_API_KEY=(svc_test_\w{32}) SVC_AUTH_URL=\1\n$/;

async function project() {
  const { folder, start, run } = await npxProject();
  const state = join(folder, '.local/state/cdktf-provider-svc');
  const record = () => join(state, readdirSync(state).find(name => name.endsWith('.json')) ?? 'none');
  const sandbox = (...options: string[]) =>
    run(['node_modules/.bin/cdktf-provider-svc sandbox', ...options].join(' '));
  const running = async () => recorded.parse(JSON.parse(await readFile(record(), 'utf8')));
  onTestFinished(async () => {
    const left = await running().catch(() => undefined);
    if (left !== undefined) end(left.pid);
  });
  return { folder, state, record, start, run, sandbox, running };
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
    const { run, state, record } = await project();
    const begun = await run('npx cdktf-provider-svc sandbox --background');
    expect(begun).toMatchObject({ code: 0, stdout: expect.stringMatching(exportLine) });
    const [, url = '', key = ''] = exportLine.exec(begun.stdout) ?? [];
    expect(begun.stderr).not.toContain(key);
    expect((await stat(record())).mode & 0o777).toBe(0o600);
    const used = `eval '${begun.stdout}'; curl -s -H "Authorization: Bearer $SVC_API_KEY" "$SVC_BASE_URL/v1/tenants"`;
    expect((await run(used)).stdout).toContain('ten_acme');
    const stop = /^ {4}(npx cdktf-provider-svc sandbox --stop)$/m.exec(begun.stderr)?.[1] ?? '';
    const stopped = await run(stop);
    expect(stopped).toMatchObject({ code: 0, stderr: expect.stringContaining(`${url} has stopped`) });
    expect(await answers(url)).toBe('nobody');
    expect(readdirSync(state)).toEqual([expect.stringMatching(/^sandbox-\w+\.log$/)]);
  });

  it('runs once in a folder, however often it is started or stopped, and says why it cannot run', async () => {
    const { sandbox, running, folder } = await project();
    expect(await sandbox('--background', '--data', folder)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: The data file .+/),
    });
    const first = await sandbox('--background');
    expect((await sandbox('--background')).stdout).toBe(first.stdout);
    const { url } = await running();
    expect(await sandbox('--background', '--latency', '5')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('with other options'),
    });
    expect(await answers(url)).toBe(401);
    for (const words of ['has stopped', 'This folder has no sandbox'])
      expect(await sandbox('--stop')).toMatchObject({ code: 0, stderr: expect.stringContaining(words) });
  });

  it('that was killed is not stopped, and starts again', async () => {
    const { sandbox, running } = await project();
    await sandbox('--background');
    const { pid, url } = await running();
    end(pid);
    await expect.poll(() => answers(url)).toBe('nobody');
    expect((await sandbox('--stop')).stderr).toContain('This folder has no sandbox');
    expect((await sandbox('--background')).code).toBe(0);
    expect((await running()).pid).not.toBe(pid);
    await sandbox('--stop');
  });
});

describe('the sandbox in the foreground', { timeout: 120_000 }, () => {
  const listening = async ({ output }: StartedCommand) => {
    const address = () => /"url":"([^"]+)"/.exec(output.stdout)?.[1];
    await expect.poll(address, { timeout: 30_000 }).toBeDefined();
    return address() ?? '';
  };

  it('ends when its npx is ended by SIGTERM', async () => {
    const { start } = await project();
    // With exec, the process that is signalled is npx itself.
    const npx = start('exec npx cdktf-provider-svc sandbox --quiet');
    const url = await listening(npx);
    npx.process.kill('SIGTERM');
    await expect.poll(() => answers(url), { timeout: 10_000 }).toBe('nobody');
    await npx.code;
    expect(npx.output.stderr).toContain('npx has ended, and the sandbox with it.');
  });

  it('of a script that has ended continues', async context => {
    // It waits for what must not happen.
    onlyInWholeRun(context);
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
