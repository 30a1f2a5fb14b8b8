import { chmodSync, cpSync, mkdirSync, readFileSync, rmdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { version } from '../../../package.json';
import { aHome, filesBelow, packages, record, runWithLimit, runWithMode } from './installed-packages';

describe('a plugin folder that cannot be used', { timeout: 60_000 }, () => {
  it('says that packages are there, and warns, where it cannot write a lost record', async () => {
    const { home, plugins, installed } = await aHome();
    cpSync('dist/mirror', plugins, { recursive: true });
    const { code, stdout, stderr } = runWithMode(0o555, home, ['install']);
    expect([code, stdout]).toEqual([0, expect.stringContaining('already installed')]);
    expect(stderr).toContain('warning: "uninstall" will not remove the packages');
    expect(installed()).not.toContain(record(version));
  });

  it.each(['/proc/svc', '/proc'])('into %s fails, and does not wait forever', async folder => {
    const { run } = await aHome();
    const { code, stderr } = await run(['install', '--dir', folder]);
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${folder} could not be used`);
  });

  it.each(['.terraform.d', '.terraform.d/plugins'])(
    'names a broken link %s, and how to remove it',
    async name => {
      const { home, plugins, run } = await aHome();
      const link = path.join(home, name);
      mkdirSync(path.dirname(link), { recursive: true });
      symlinkSync('/nowhere/plugins', link);
      const { code, stderr } = await run(['install']);
      expect(code).toBe(1);
      expect(await run(['install', '--dry-run'])).toMatchObject({ code, stdout: '' });
      expect(stderr).toContain(`error: ${plugins} could not be used`);
      expect(stderr).toContain(`${link} is a symbolic link to /nowhere/plugins, which does not exist.`);
      expect(stderr).toContain(`\n    rm ${link}\n`);
    },
  );

  it.each(['install', 'uninstall'])('%s says that a folder it may not read cannot be used', async name => {
    const { home, plugins, run } = await aHome();
    await run(['install']);
    const { code, stderr } = runWithMode(0o000, home, [name]);
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`error: ${plugins} could not be used (EACCES`),
    ]);
  });

  it.each(['.terraform.d', '.terraform.d/plugins'])(
    'says the same with and without --dry-run where nobody may write %s',
    async folder => {
      const { home, plugins } = await aHome();
      mkdirSync(plugins, { recursive: true });
      if (folder === '.terraform.d') rmdirSync(plugins);
      for (const parameters of [['install', '--dry-run'], ['install']]) {
        const { code, stdout, stderr } = runWithMode(0o555, home, parameters, folder);
        expect([code, stdout]).toEqual([1, '']);
        expect(stderr).toContain(`error: ${plugins} could not be used (EACCES`);
      }
    },
  );

  it('that is full fails with nothing cut short left, and takes the packages when it has space', async () => {
    const { home, plugins, run, installed } = await aHome();
    const { code, stdout, stderr } = runWithLimit(64, home, ['install']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^error: .* could not be used \(EFBIG.*\)\. Free space there, /);
    expect(installed()).toEqual([record(version)]);
    expect((await run(['install'])).stdout).toBe(`Installed svc/svc ${version} in ${plugins}\n`);
    expect(installed()).toEqual([...packages, record(version)].sort());
  });

  it.each(['install', 'uninstall'])(
    '%s refuses a record that is a link, and leaves its target',
    async name => {
      const { home, plugins, run, write } = await aHome();
      const own = '{"files":{},"mine":true}';
      write('mine.json', own);
      mkdirSync(plugins, { recursive: true });
      symlinkSync(path.join(home, 'mine.json'), path.join(plugins, record(version)));
      const { code, stderr } = await run([name]);
      expect(code).toBe(1);
      expect(stderr).toContain(`${record(version)} is a symbolic link`);
      expect(readFileSync(path.join(home, 'mine.json'), 'utf8')).toBe(own);
      expect(filesBelow(plugins)).toEqual([record(version)]);
    },
  );

  it('uninstall says the same with and without --dry-run where nobody may write', async () => {
    const { home, plugins, run, installed } = await aHome();
    await run(['install']);
    const all = installed();
    for (const parameters of [['uninstall', '--dry-run'], ['uninstall']]) {
      const { code, stdout, stderr } = runWithMode(0o555, home, parameters);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`error: ${plugins} could not be used (EACCES`);
      expect(installed()).toEqual(all);
    }
  });

  it.each(['install', 'uninstall'])('%s says that it may not look below ~/.terraform.d', async name => {
    const { home, plugins, run } = await aHome();
    await run(['install']);
    const { code, stdout, stderr } = runWithMode(0o000, home, [name], '.terraform.d');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`error: ${plugins} could not be used (EACCES`);
  });

  it('installs where it may not look into the folder that it does not choose', async () => {
    const { home } = await aHome();
    mkdirSync(path.join(home, '.local'));
    expect(runWithMode(0o000, home, ['install'], '.local')).toMatchObject({ code: 0, stderr: '' });
  });

  it.each(['install', 'uninstall'])('%s says that a folder is a damaged record', async name => {
    const { plugins, run } = await aHome();
    mkdirSync(path.join(plugins, record(version)), { recursive: true });
    const { code, stderr } = await run([name]);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`${record(version)} is damaged.`)]);
  });

  it.each<[string, (home: string) => void]>([
    ['a file', home => writeFileSync(path.join(home, '.terraform.d'), '')],
    ['a broken link', home => symlinkSync('/nowhere/terraform.d', path.join(home, '.terraform.d'))],
  ])('says that ~/.terraform.d cannot be used where it is %s', async (_, put) => {
    const { home, plugins, run } = await aHome();
    put(home);
    const { code, stderr } = await run(['install']);
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${plugins} could not be used`);
    expect(stderr).toContain('--dir');
  });

  it('says that a read-only home cannot be used', async () => {
    const { home, plugins, run } = await aHome();
    // Root may write into read-only folders, but not into this pseudo file system.
    const readOnly = process.getuid?.() === 0 ? '/sys/home' : home;
    if (readOnly === home) {
      chmodSync(home, 0o555);
      onTestFinished(() => chmodSync(home, 0o755));
    }
    const { code, stderr } = await run(['install'], { HOME: readOnly });
    expect(code).toBe(1);
    expect(stderr).toContain(`error: ${plugins.replace(home, readOnly)} could not be used`);
  });
});
