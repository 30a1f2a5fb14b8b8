import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { aHome, filesBelow, firstPackage, packages, record } from './installed-packages';

describe('install', { timeout: 60_000 }, () => {
  it('writes the packages of every platform for both registries, and uninstall removes them all', async () => {
    const { home, plugins, run, installed } = await aHome();
    expect(await run(['install'])).toEqual({
      code: 0,
      stdout: `Installed svc/svc ${version} in ${plugins}\n`,
      stderr: '',
    });
    expect(installed()).toEqual([...packages, record(version)].sort());
    expect(await run(['uninstall'])).toMatchObject({
      code: 0,
      stdout: `Removed svc/svc ${version} from ${plugins}\n`,
    });
    expect(filesBelow(home)).toEqual([]);
    expect(readdirSync(plugins)).toEqual([]);
  });

  it('changes nothing the second time', async () => {
    const { plugins, run } = await aHome();
    await run(['install']);
    const times = () => filesBelow(plugins).map(name => statSync(path.join(plugins, name)).mtimeMs);
    const before = times();
    expect(await run(['install'])).toEqual({
      code: 0,
      stdout: `svc/svc ${version} is already installed in ${plugins}\n`,
      stderr: '',
    });
    expect(times()).toEqual(before);
  });

  it('completes what a killed install has begun', async () => {
    const { plugins, run, installed } = await aHome();
    await run(['install']);
    rmSync(path.join(plugins, firstPackage));
    expect((await run(['install'])).stdout).toContain('Installed');
    await run(['uninstall']);
    expect(installed()).toEqual([]);
  });

  it('may run several times at once, and uninstall still knows every file', async () => {
    const { run, installed } = await aHome();
    const results = await Promise.all(Array.from({ length: 4 }, () => run(['install'])));
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(results.map(() => [0, '']));
    expect(installed()).toEqual([...packages, record(version)].sort());
    await run(['uninstall']);
    expect(installed()).toEqual([]);
  });

  it('with --dry-run lists the files and writes none', async () => {
    const { home, plugins, run, installed } = await aHome();
    const { stdout } = await run(['install', '--dry-run']);
    expect(stdout).toContain(`Would install svc/svc ${version} in ${plugins}`);
    expect(stdout.split('\n').slice(1, -1)).toEqual(
      [record(version), ...packages].map(name => `  ${path.join(plugins, name)}`),
    );
    expect(filesBelow(home)).toEqual([]);
    await run(['install']);
    expect((await run(['install', '--dry-run'])).stdout).toMatch(/ already installed in [^\n]*\n$/);
    await run(['uninstall', '--dry-run']);
    expect(installed()).toHaveLength(packages.length + 1);
  });

  it('into another folder says how Terraform finds it there', async () => {
    const { home, run } = await aHome();
    const folder = path.join(home, 'my mirror');
    const { code, stderr } = await run(['install', '--dir', folder]);
    expect(code).toBe(0);
    expect(stderr).toContain(`warning: Terraform and OpenTofu do not search ${folder} by default`);
    expect(stderr).toContain(`    path    = "${folder}"`);
    expect(filesBelow(folder)).toEqual([...packages, record(version)].sort());
    writeFileSync(path.join(home, '.terraformrc'), stderr.slice(stderr.indexOf('provider_installation {')));
    expect(await run(['install', '--dir', folder])).toMatchObject({ code: 0, stderr: '' });
    await run(['uninstall', '--dir', folder]);
    expect(filesBelow(folder)).toEqual([]);
  });

  it.each([
    ['.terraformrc', {}, ['.terraformrc'], 'Terraform'],
    ['.tofurc', {}, ['.tofurc'], 'OpenTofu'],
    ['.terraform.d/a.tfrc', {}, ['.terraform.d/a.tfrc'], 'Terraform'],
    ['ci.rc', { TF_CLI_CONFIG_FILE: 'ci.rc' }, ['ci.rc'], 'Terraform'],
    ['both', {}, ['.terraformrc', '.tofurc'], 'OpenTofu'],
  ])(
    'warns of a provider_installation block in %s, with the lines to add',
    async (_, environment, files, product) => {
      const { home, plugins, run, write } = await aHome();
      for (const file of files) write(file, 'provider_installation {\n  direct {}\n}\n');
      const named = Object.entries(environment).map(([name, file]) => [name, path.join(home, file)]);
      const { code, stderr } = await run(['install'], Object.fromEntries(named));
      expect(code).toBe(0);
      for (const file of files)
        expect(stderr).toContain(`${path.join(home, file)} has a provider_installation block`);
      expect(stderr).toContain(`so ${product} does not look in ${plugins}, which has the provider svc/svc`);
      expect(stderr).toContain(`path    = "${plugins}"`);
      expect(stderr.match(/warning:/g)).toHaveLength(files.length);
    },
  );

  it('does not warn of a block that names its folder', async () => {
    const { plugins, run, write } = await aHome();
    const methods = `filesystem_mirror { path = "${plugins}" }\n direct { exclude = ["svc/svc"] }`;
    write('.terraformrc', `provider_installation {\n ${methods}\n}\n`);
    expect((await run(['install'])).stderr).toBe('');
  });

  it.each([
    [
      'another build that it has written',
      true,
      /Another build of svc\/svc .* uninstall --dir \/\S+plugins\n.* install --dir \/\S+plugins\n/s,
    ],
    ['a package of another origin', false, /which this command has not installed.*rm -r /s],
  ])('does not replace %s, and says what to do', async (_, isOurs, text) => {
    const { plugins, run, installed, write } = await aHome();
    const other = Buffer.from('another build');
    write(`.terraform.d/plugins/${firstPackage}`, other.toString());
    const digest = createHash('sha256').update(other).digest('hex');
    if (isOurs)
      write(`.terraform.d/plugins/${record(version)}`, JSON.stringify({ files: { [firstPackage]: digest } }));
    for (const parameters of [['install', '--dry-run'], ['install']]) {
      const { code, stdout, stderr } = await run(parameters);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).toMatch(text);
      expect(stderr).toContain('.terraform.lock.hcl');
    }
    expect(installed()).toHaveLength(isOurs ? 2 : 1);
    expect(readFileSync(path.join(plugins, firstPackage))).toEqual(other);
    await run(['uninstall']);
    expect(existsSync(path.join(plugins, firstPackage))).toBe(!isOurs);
    expect((await run(['install'])).code).toBe(isOurs ? 0 : 1);
  });

  it.each<[string, (file: string) => void, RegExp]>([
    ['a broken link', file => symlinkSync('/nowhere/package.zip', file), /symbolic link to a missing file/],
    ['a folder', file => mkdirSync(file), /is not a file/],
    [
      'an unpacked package',
      file => mkdirSync(path.join(path.dirname(file), version, 'linux_amd64'), { recursive: true }),
      /has an unpacked provider of this version/,
    ],
  ])('refuses %s in the place of a package', async (_, put, text) => {
    const { plugins, run, installed } = await aHome();
    const file = path.join(plugins, firstPackage);
    mkdirSync(path.dirname(file), { recursive: true });
    put(file);
    const { code, stderr } = await run(['install']);
    expect(code).toBe(1);
    expect(stderr).toMatch(text);
    expect(installed().filter(name => name.endsWith('.json'))).toEqual([]);
  });

  it('accepts equal packages of another origin, and records them for uninstall', async () => {
    const { plugins, run, installed } = await aHome();
    cpSync('dist/mirror', plugins, { recursive: true });
    const { stdout } = await run(['install', '--dry-run']);
    expect(stdout).toMatch(new RegExp(`already installed.*\n  .*/${record(version)}\n$`));
    expect(installed()).not.toContain(record(version));
    expect((await run(['install'])).stdout).toContain('already installed');
    expect(installed()).toContain(record(version));
    expect((await run(['uninstall'])).stdout).toContain('Removed');
    expect(installed()).toEqual(['content-hashes.json']);
  });

  it('writes a lost record again, so that uninstall knows every file', async () => {
    const { plugins, run, installed } = await aHome();
    await run(['install']);
    rmSync(path.join(plugins, record(version)));
    expect((await run(['install'])).stdout).toContain('already installed');
    await run(['uninstall']);
    expect(installed()).toEqual([]);
  });

  it('works where the home is given by the system alone', async () => {
    const { run } = await aHome();
    const { stdout } = await run(['install', '--dry-run'], { HOME: '' });
    expect(stdout).toContain(` in ${path.join(userInfo().homedir, '.terraform.d', 'plugins')}\n`);
  });
});

describe('the command line of both', () => {
  it.each([
    [['install', '--dir', '']],
    [['install', '--dir']],
    [['install', '--force']],
    [['install', '0.2.0']],
    [['uninstall', '--every']],
  ])('%j is wrong usage', async parameters => {
    const { home, run } = await aHome();
    expect(await run(parameters)).toMatchObject({ code: 2, stdout: '' });
    expect(filesBelow(home)).toEqual([]);
  });

  it.each(['install', 'uninstall'])('%s --help shows examples', async name => {
    const { run } = await aHome();
    const { code, stdout } = await run([name, '--help']);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`Examples:\n {2}npx cdktf-provider-svc ${name} `));
  });
});

it('the record names the checksums of the packages, as sha256sum prints them', async () => {
  const { plugins, run } = await aHome();
  await run(['install']);
  const { files } = JSON.parse(readFileSync(path.join(plugins, record(version)), 'utf8'));
  const printed = execFileSync('openssl', ['dgst', '-sha256', '-r', path.join(plugins, firstPackage)], {
    encoding: 'utf8',
  });
  expect(files[firstPackage]).toBe(printed.split(' ')[0]);
});
