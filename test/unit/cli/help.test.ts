import { expect, it } from 'vitest';
import { commandLine } from './command-line';

it.each([
  ['no-such-command', "error: unknown command 'no-such-command'\n"],
  ['instal', "error: unknown command 'instal'\n(Did you mean install?)\n"],
])('help for the unknown command %s is the same error as the command', async (name, stderr) => {
  const { run } = await commandLine({});
  const wrong = { code: 2, stdout: '', stderr };
  expect(await run(['help', name])).toEqual(wrong);
  expect(await run([name])).toEqual(wrong);
});

it.each([
  [['help'], /^Usage: cdktf-provider-svc \[options\] \[command\]\n/],
  [['help', 'help'], /^Usage: cdktf-provider-svc \[options\] \[command\]\n/],
  [['help', 'install'], /^Usage: cdktf-provider-svc install \[options\]\n/],
  [['help', 'journal', 'delete'], /^Usage: cdktf-provider-svc journal delete \[options\] <id>\n/],
  [['journal', 'help', 'delete'], /^Usage: cdktf-provider-svc journal delete \[options\] <id>\n/],
])('%j prints the help on standard output', async (parameters, usage) => {
  const { run } = await commandLine({});
  const { code, stdout, stderr } = await run(parameters);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(usage);
});
