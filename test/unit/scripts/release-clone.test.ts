import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ignoredFileRefusals, ignoredFiles } from '../../../scripts/package/ignored-files.mjs';
import { textOf } from '../../../scripts/package/versions';
import { changes, commitOf, git, tagCommit } from '../../../scripts/release/git';
import { movedSince } from '../../../scripts/release/refusals';

let clone = '';

beforeEach(() => {
  clone = mkdtempSync(join(realpathSync(tmpdir()), 'release-clone-'));
  vi.spyOn(process, 'cwd').mockReturnValue(clone);
  for (const name of ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']) vi.stubEnv(name, undefined);
  vi.stubEnv('GIT_CONFIG_GLOBAL', '/dev/null');
  run('init', '--quiet');
  run('config', 'user.name', 'a person');
  run('config', 'user.email', 'person@example.com');
  write('.gitignore', 'terraform.tfstate\n/lib/\n');
  write('examples/main.tf', '');
  run('add', '.');
  run('commit', '--quiet', '--message', 'first');
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(clone, { recursive: true, force: true });
});

it('an untracked file is a change, also if the configuration of git hides such files', () => {
  run('config', 'status.showUntrackedFiles', 'no');
  expect(changes()).toEqual([]);
  write('examples/new.tf', '');
  expect(changes()).toEqual(['?? examples/new.tf']);
});

it('a tag keeps the headings of its section, and stays at the commit that was packaged', () => {
  const packaged = git('rev-parse', 'HEAD');
  run('commit', '--quiet', '--allow-empty', '--message', 'second');
  const tag = () => tagCommit('v1.2.0', packaged, '1.2.0\n\n### Added\n\n- New.');
  expect(tag()).toBe(`The tag v1.2.0 is at ${packaged.slice(0, 12)}.`);
  expect(tag()).toBe(`The tag v1.2.0 was at ${packaged.slice(0, 12)} already.`);
  expect(commitOf('v1.2.0')).toBe(packaged);
  expect(git('for-each-ref', '--format=%(contents)', 'refs/tags/v1.2.0')).toContain('\n### Added\n');
  expect(movedSince(packaged, git('rev-parse', 'HEAD'))).toEqual([expect.stringContaining('Begin again')]);
  expect(movedSince(packaged, packaged)).toEqual([]);
});

it.each([
  ['.jsii', 'npm run build'],
  ['dist/cdktn/package.json', 'npm run build'],
  ['CHANGELOG.md', 'git restore CHANGELOG.md'],
])('a missing %s is named, with the command that gives it back', (missing, remedy) => {
  expect(() => textOf(missing)).toThrow(`${missing} is missing. Run "${remedy}".`);
  write(missing, 'text');
  expect(textOf(missing)).toBe('text');
});

it('a state that git ignores in a published folder is not packed, and products of the build are', () => {
  write('lib/index.js', '');
  expect(ignoredFiles(['lib', 'examples'])).toEqual([]);
  expect(ignoredFileRefusals([])).toEqual([]);
  write('examples/terraform.tfstate', '{}');
  const found = ignoredFiles(['lib', 'examples']);
  expect(found).toEqual(['examples/terraform.tfstate']);
  expect(ignoredFileRefusals(found)).toEqual([expect.stringContaining('examples/terraform.tfstate')]);
});

function run(...parameters: readonly string[]): void {
  execFileSync('git', parameters, { cwd: clone });
}

function write(path: string, text: string): void {
  mkdirSync(join(clone, path, '..'), { recursive: true });
  writeFileSync(join(clone, path), text);
}
