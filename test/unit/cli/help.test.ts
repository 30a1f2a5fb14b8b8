import { execFileSync } from 'node:child_process';
import { mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { builtCommand } from './built-command';
import { commandLine, runInProcess } from './command-line';

it('an unknown command is an error with a suggestion, and help for one shows all commands', async () => {
  const stderr = "error: unknown command 'instal'\n(Did you mean install?)\n";
  expect(await runInProcess(['instal'])).toEqual({ code: 2, stdout: '', stderr });
  expect((await runInProcess(['constructor'])).stderr).toBe("error: unknown command 'constructor'\n");
  const all = { code: 2, stdout: '', stderr: expect.stringMatching(/^Usage: .*Commands:/s) };
  expect(await runInProcess(['help', 'instal'])).toEqual(all);
});

it.each([
  [['adopt', '--bogus'], "error: unknown option '--bogus'\n"],
  [['adopt'], "error: required option '--base-url <url>' not specified, and no SVC_BASE_URL\n"],
  [['doctor'], "error: required option '--base-url <url>' not specified, and no SVC_BASE_URL\n"],
])('%j names what is wrong', async (parameters, stderr) => {
  vi.stubEnv('SVC_BASE_URL', undefined);
  expect(await runInProcess(parameters)).toEqual({ code: 2, stdout: '', stderr });
});

it('help is printed on standard output, and that of each command has an example', async () => {
  const { code, stdout, stderr } = await runInProcess(['help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const usage = /^Usage: cdktf-provider-svc \[options\] \[command\]\n.*Commands:\n/s;
  expect(stdout).toMatch(usage);
  const list = stdout.replace(usage, '');
  const names = [...list.matchAll(/^ {2}([\w-]+)/gm)]
    .map(([, name = '']) => name)
    .filter(name => name !== 'help');
  expect(names).toContain('doctor');
  for (const name of names)
    expect((await runInProcess(['help', name])).stdout, name).toMatch(
      new RegExp(`^Usage: cdktf-provider-svc ${name} .*\nExamples?:\n {2}\\S`, 's'),
    );
});

it.each([
  ['cdktn-provider-svc', 'cdktn-provider-svc'],
  ['other', 'cdktf-provider-svc'],
])('usage names the command that was called: %s', (called, named) => {
  const command = join(mkdtempSync(join(tmpdir(), 'svc-called-')), called);
  symlinkSync(builtCommand, command);
  const help = execFileSync(process.execPath, [command, 'help', 'report'], { encoding: 'utf8' });
  expect(help).toContain(`Usage: ${named} report `);
  expect(help).toContain('&& npx --no cdktf-provider-svc report plan');
});

it('without npx, where the Python package starts it by its path', async () => {
  const { run } = await commandLine({});
  const { stdout } = await run(['help', 'report']);
  expect(stdout).toContain('&& cdktf-provider-svc report plan');
  expect(stdout).not.toContain('npx');
});
