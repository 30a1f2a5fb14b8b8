import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { reportCommand } from '../../../src/cli/report/command';
import { key, keyChange, planJson } from '../report/plan-json';
import { builtCommand } from './built-command';
import { commandLine, inProcess } from './command-line';

const widening = planJson([
  keyChange({ actions: ['update'], before: key(), after: key({ scopes: ['alerts:read', 'tenants:write'] }) }),
]);

const ioError = /^error: [^\n]*ENOSPC[^\n]*\n$/;

/** The built command in a folder with this plan. */
async function reporting(plan = widening) {
  const line = await commandLine({});
  const file = join(line.home, 'plan.json');
  await writeFile(file, plan);
  return { ...line, file };
}

/** What the command says in this process, and its error. */
const judged = async (file: string, ...parameters: readonly string[]) => {
  const { error = '', stdout, stderr } = await inProcess(reportCommand(), [file, ...parameters]);
  return { error: `${stderr}${error}`, stdout };
};

const diagnosed = (summary: string, detail: string) =>
  JSON.stringify({ diagnostic: { severity: 'error', address: 'svc_api_key.a', summary, detail } });

describe('report fails', () => {
  it.each([
    [['--key', 'a-->b'], /letters, digits/],
    [['--key', 'a'.repeat(101)], /100 at most/],
    [['--context', 'branch=main'], /commit=SHA, run=URL or report=URL/],
    [['--context', 'commit=<b>'], /commit=SHA/],
    [['--context', 'run=https://a:b@forge.example/1'], /run=URL/],
    [['--context', 'report=https://forge.example/a)[b](c'], /report=URL/],
    [['--drift', '--policy', 'x', '--fail-on', 'policy'], /takes a whole plan/],
  ])('for the wrong use %j', async (parameters, saying) => {
    const { file } = await reporting();
    expect(await judged(file, ...parameters)).toEqual({ stdout: '', error: expect.stringMatching(saying) });
  });

  it.each([
    ['no file', undefined, /There is no file/],
    ['an empty file', '', /is empty/],
    ['a binary file', '\u0000\u0001planted', /neither a saved plan nor its JSON/],
    ['a zip that is no plan', 'PK\u0003\u0004planted', /show -json` .* failed in .* same program/],
  ])('for %s, with one clear error, and a comment in place of an earlier one', async (_, content, saying) => {
    const { home, file } = await reporting(content ?? '');
    const plan = content === undefined ? join(home, 'none') : file;
    const { error, stdout } = await judged(plan);
    expect([stdout, error]).toEqual(['', expect.stringMatching(saying)]);
    const out = join(home, 'report.md');
    const said = join(home, 'said');
    await writeFile(said, diagnosed('Exists', `Import svc_live_${'Ab1'.repeat(10)}Zz.`));
    const about = ['--key', 'prod', '--context', 'commit=0a1b2c3d', '--diagnostics', said];
    await judged(plan, '--out', out, ...about);
    const comment = await readFile(out, 'utf8');
    expect(comment).toMatch(
      /^<!-- .* key=prod -->\n\nStack: `prod`\n\n## No report: .*\n\n<sub>Commit `0a1b2c3d`<\/sub>\n/,
    );
    expect(comment).toContain('<sub>**error** `svc_api_key.a`: `Exists. Import (sensitive).`</sub>');
    expect(error + comment).not.toContain('planted');
    await judged(plan, '--out', out, '--diagnostics', join(home, 'nowhere'));
    expect(await readFile(out, 'utf8')).toMatch(/^<!-- .* key=default -->\n\n## No report: /);
    await judged(plan, '--html', join(home, 'report.html'));
    expect(await readdir(home)).not.toContain('report.html');
  });
});

describe('report', () => {
  it("reads JSON after OpenTofu's notices, from a file and from standard input, which takes no saved plan", async () => {
    const notice = '\nWarning: Unable to open CLI configuration file\n\nThe file "x" does not exist.\n';
    // A word of encrypted plans, as the name of a variable.
    const plan = widening.replace('{', '{"variables":{"encrypted_data":{"value":"x"}},');
    const { file, start } = await reporting(`${notice}${plan}`);
    expect((await judged(file)).stdout).toContain('gains `tenants:write`');
    const { output, code, input } = start(['report', '-']);
    input?.end(`${notice}${widening}`);
    expect(await code).toBe(0);
    expect(output.stdout).toContain('gains `tenants:write`');
    const saved = start(['report', '-']);
    saved.input?.end('PK\u0003\u0004\n{planted');
    expect(await saved.code).toBe(1);
    expect(saved.output.stderr).toMatch(
      /^error: Standard input takes the JSON .* a saved plan\.\nMake one with/,
    );
  });

  it('reads JSON from a pipe, which has no size, and names where it was made', async () => {
    const { home } = await reporting();
    const pipe = join(home, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const where = ['--context', 'commit=0a1b2c3d', '--context', 'run=https://forge.example/1'];
    const said = judged(pipe, ...where);
    await writeFile(pipe, widening);
    expect((await said).stdout).toMatch(
      /Commit `0a1b2c3d`.*https:\/\/forge\.example\/1.*gains `tenants:write`/s,
    );
  });

  it('writes a file for its owner alone, and replaces it', async () => {
    const { home, file } = await reporting();
    const out = join(home, 'report.md');
    await writeFile(out, 'old', { mode: 0o644 });
    expect(await judged(file, '--out', out)).toEqual({ error: '', stdout: '' });
    expect(await readFile(out, 'utf8')).toContain('## 1 high · 1 to change\n');
    expect((await stat(out)).mode & 0o777).toBe(0o600);
    expect((await judged(file, '--out', '/dev/null')).error).toBe('');
    expect((await stat('/dev/null')).isCharacterDevice()).toBe(true);
    expect((await judged(file, '--out', '-')).stdout).toContain('## 1 high · 1 to change\n');
    const links = ['file', 'nothing'].map(name => join(home, `to-${name}`));
    await symlink(out, links[0] ?? '');
    await symlink(join(home, 'missing'), links[1] ?? '');
    for (const place of [join(home, 'none', 'x'), home, '', ...links])
      expect((await judged(file, '--out', place)).error).toMatch(
        /^The report cannot be written to "[^"]*" \(.*\)\.$/,
      );
    expect(await readdir(home)).not.toContain('missing');
  });

  it.each([
    ['fails with one error if standard output is full', '> /dev/full', 1, ioError],
    ['hits its gate although the reader has gone', '| true', 3, /^--fail-on: [^\n]*\n$/],
  ])('%s', async (_, redirection, code, stderr) => {
    const { file, home } = await reporting();
    const gate = '--html - --fail-on widened-scope';
    const line = `set -o pipefail; "$0" "$1" report "$2" ${gate} ${redirection}`;
    const ended = spawnSync('bash', ['-c', line, process.execPath, builtCommand, file], { cwd: home });
    expect([ended.status, String(ended.stderr)]).toEqual([code, expect.stringMatching(stderr)]);
  });

  const saved = 'PK\u0003\u0004';
  const encrypted = JSON.stringify({ meta: {}, encrypted_data: 'planted', encryption_version: 'v0' });
  const failed =
    /`terraform show -json` \(1\.11\.4\) failed in .*TF_VAR_NAME.*TF_CLI_ARGS_show=-var-file=FILE\. To see why it fails, run:\n\n {4}cd /;
  it.each([
    [encrypted, undefined, /No Terraform was found.* OpenTofu/],
    [encrypted, 'Terraform v1.11.4', /This plan is encrypted.* run `tofu show -json PLAN` with its key/],
    [saved, 'Terraform v1.11.4', failed],
    [saved, 'hello', /terraform does not answer `version` as Terraform or OpenTofu does/],
  ])('says without a download what %j takes where the only program is: %s', async (plan, line, words) => {
    const { file, home, run } = await reporting(plan);
    const program = join(home, 'terraform');
    if (line !== undefined) await writeFile(program, `#!/bin/sh\necho ${line}\n`, { mode: 0o755 });
    const ran = await run(['report', file], { PATH: home });
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(words) });
  });

  it('hits a gate before it says that a person decides', async () => {
    const { file } = await reporting();
    const due = ['--only-due', file];
    expect((await judged(file, ...due, '--fail-on', 'widened-scope')).error).toMatch(/^--fail-on: /);
    expect((await judged(file, ...due, '--fail-on', 'plain-http')).error).toMatch(/^--only-due: /);
  });

  it('hides SVC_API_KEY, and does without it, as where a pull request gets no secret', async () => {
    // A key of another form than the document's, which nothing else hides.
    const own = `svc_new_${'k'.repeat(32)}`;
    const deleting = planJson([keyChange({ actions: ['delete'], before: key({ name: own }) })]);
    const { file, home } = await reporting(deleting);
    const { error, stdout } = await inProcess(reportCommand(), [file], { SVC_API_KEY: own });
    expect([error, stdout]).toEqual([undefined, expect.not.stringContaining(own)]);
    const [none, out, said] = ['none', 'report.md', 'said'].map(name => join(home, name));
    await writeFile(said ?? '', diagnosed('Refused', `Not ${own}.`));
    const missing = [none ?? '', '--out', out ?? '', '--diagnostics', said ?? ''];
    await inProcess(reportCommand(), missing, { SVC_API_KEY: own });
    expect(await readFile(out ?? '', 'utf8')).toMatch(/Refused\. Not (?!svc_new)/);
    const without = await inProcess(reportCommand(), [file], { SVC_API_KEY: '' });
    expect(without).toMatchObject({ error: undefined, stdout: expect.stringContaining(own) });
  });

  it('names a cdktf stack in its marker', async () => {
    const { home } = await reporting();
    const folder = join(home, 'cdktf.out', 'stacks', 'prod');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'plan'), widening);
    await writeFile(join(folder, 'cdk.tf.json'), '{}');
    expect((await judged(join(folder, 'plan'))).stdout).toContain('report key=prod -->');
    expect((await judged(join(folder, 'plan'), '--key', 'eu/prod')).stdout).toContain(
      'report key=eu/prod -->',
    );
  });
});
