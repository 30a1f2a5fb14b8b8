import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { pluginFolder } from '../../../src/cli/installation/plugin-folder';
import { commandLine } from './command-line';

const packages = ['registry.opentofu.org', 'registry.terraform.io'].flatMap(host =>
  ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'].map(
    platform => `${host}/svc/svc/terraform-provider-svc_${version}_${platform}.zip`,
  ),
);
const [firstPackage = ''] = packages;

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter(entry => !entry.isDirectory());
  return files.map(entry => path.relative(folder, path.join(entry.parentPath, entry.name))).sort();
}

/** A home without XDG settings, and the commands in it. */
async function aHome() {
  const { home, run } = await commandLine({ XDG_DATA_HOME: '' });
  const plugins = path.join(home, '.local/share/terraform/plugins');
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  return { home, plugins, run, put, installed: () => filesBelow(plugins) };
}

describe('install', { timeout: 60_000 }, () => {
  it('writes the packages of every platform for both registries, and uninstall removes them all', async () => {
    const { home, plugins, run, installed } = await aHome();
    const stdout = `Installed svc/svc ${version} in ${plugins}\n`;
    expect(await run(['install'])).toEqual({ code: 0, stdout, stderr: '' });
    expect(installed()).toEqual(packages);
    expect((await run(['uninstall'])).stdout).toBe(`Removed svc/svc ${version} from ${plugins}\n`);
    expect(filesBelow(home)).toEqual([]);
    expect((await run(['uninstall'])).stdout).toBe(
      `Nothing to remove: ${plugins} does not have svc/svc ${version}\n`,
    );
  });

  it('writes what is missing, and nothing else', async () => {
    const { plugins, run } = await aHome();
    await run(['install']);
    const times = () => filesBelow(plugins).map(name => statSync(path.join(plugins, name)).mtimeMs);
    const before = times();
    expect((await run(['install'])).stdout).toBe(`svc/svc ${version} is already installed in ${plugins}\n`);
    expect(times()).toEqual(before);
    rmSync(path.join(plugins, firstPackage));
    expect((await run(['install'])).stdout).toContain('Installed');
    expect(times().slice(1)).toEqual(before.slice(1));
  });

  it('and uninstall list the files with --dry-run, and change none', async () => {
    const { plugins, run, installed } = await aHome();
    const listed = packages.map(name => `  ${path.join(plugins, name)}\n`).join('');
    const first = (word: string) => `Would ${word} ${plugins}\n`;
    expect((await run(['install', '--dry-run'])).stdout).toBe(
      first(`install svc/svc ${version} in`) + listed,
    );
    expect(installed()).toEqual([]);
    await run(['install']);
    expect((await run(['uninstall', '--dry-run'])).stdout).toBe(
      first(`remove svc/svc ${version} from`) + listed,
    );
    expect(installed()).toEqual(packages);
  });

  it('into another folder says how Terraform finds it there', async () => {
    const { home, run } = await aHome();
    const folder = path.join(home, 'my mirror');
    const { code, stderr } = await run(['install', '--dir', folder]);
    expect(code).toBe(0);
    expect(stderr).toContain(
      `warning: Terraform and OpenTofu search ${folder} only if the CLI configuration`,
    );
    expect(stderr).toContain(`    path    = "${folder}"`);
    expect(filesBelow(folder)).toEqual(packages);
    await run(['uninstall', '--dir', folder]);
    expect(filesBelow(folder)).toEqual([]);
  });

  it('warns once of a provider_installation block that does not name the provider', async () => {
    const { home, plugins, run, put } = await aHome();
    const file = path.join(home, '.terraformrc');
    put(file, 'provider_installation {\n  direct {}\n}\n');
    const { stderr } = await run(['install']);
    expect(stderr.match(/warning:/g)).toHaveLength(1);
    expect(stderr).toContain(`${file} has a provider_installation block`);
    expect(stderr).toContain(`path    = "${plugins}"`);
  });

  it('does not replace another build of this version, and says how to', async () => {
    const { plugins, run, put } = await aHome();
    const file = path.join(plugins, firstPackage);
    put(file, 'another build');
    const { code, stdout, stderr } = await run(['install']);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /is another build of .* uninstall --dir \/\S+plugins\n.* install --dir \/\S+plugins\n/s,
    );
    expect(readFileSync(file, 'utf8')).toBe('another build');
    await run(['uninstall']);
    expect((await run(['install'])).code).toBe(0);
  });

  it.each(['install', 'uninstall'])('%s says what to do about a folder that it cannot use', async name => {
    const { plugins, run, put } = await aHome();
    put(path.join(plugins, 'registry.terraform.io/svc/svc'), 'a file');
    const { code, stderr } = await run([name]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/plugins could not be used \(E.*Make it a folder .* --dir\.\n$/);
  });
});

it('uninstall leaves other versions, with --all none, and other files in any case', async () => {
  const { plugins, run, installed, put } = await aHome();
  await run(['install']);
  const folder = 'registry.terraform.io/svc/svc';
  const older = ['0.0.9', '0.0.9-rc.1'].map(
    each => `${folder}/terraform-provider-svc_${each}_linux_amd64.zip`,
  );
  const others = [
    'registry.terraform.io/acme/svc/terraform-provider-svc_0.0.9_linux_amd64.zip',
    `${folder}/0.0.9/linux_amd64/terraform-provider-svc_v0.0.9`,
    `${folder}/terraform-provider-svc_0.0.9_linux_amd64.zip.bak`,
    `${folder}/terraform-provider-svc_notes.zip`,
  ];
  for (const name of [...older, ...others]) put(path.join(plugins, name), '');
  await run(['uninstall']);
  expect(installed()).toEqual([...older, ...others].sort());
  expect((await run(['uninstall', '--all'])).stdout).toBe(`Removed svc/svc from ${plugins}\n`);
  expect(installed()).toEqual(others);
});

it.each([
  ['linux', {}, '/h/.local/share/terraform/plugins'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/terraform/plugins'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/h/.local/share/terraform/plugins'],
  ['darwin', {}, '/h/Library/Application Support/io.terraform/plugins'],
  ['linux', { HOME: '' }, path.join(userInfo().homedir, '.local/share/terraform/plugins')],
] as const)('the plugin folder on %s with %j is %s', (platform, environment, folder) => {
  expect(pluginFolder({ HOME: '/h', ...environment }, platform)).toBe(folder);
});

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
