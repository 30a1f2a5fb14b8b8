import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { filesBelow } from '../../../scripts/ready/products.mjs';
import { installCommand } from '../../../src/cli/install';
import { pluginFolder } from '../../../src/cli/installation/plugin-folder';
import { uninstallCommand } from '../../../src/cli/uninstall';
import { inProcess } from './command-line';

const packages = ['registry.opentofu.org', 'registry.terraform.io'].flatMap(host =>
  ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'].map(
    platform => `${host}/svc/svc/terraform-provider-svc_${version}_${platform}.zip`,
  ),
);
const [firstPackage = ''] = packages;

const filesIn = (folder: string) => filesBelow(folder).map(file => path.relative(folder, file));

/** A home without XDG settings, and the commands in it. */
function aHome() {
  const home = mkdtempSync(path.join(tmpdir(), 'svc-home-'));
  const plugins = path.join(home, '.local/share/terraform/plugins');
  const environment = { HOME: home, XDG_DATA_HOME: '', XDG_CONFIG_HOME: '', TF_CLI_CONFIG_FILE: '' };
  const install = (...parameters: string[]) => inProcess(installCommand(), parameters, environment);
  const uninstall = (...parameters: string[]) => inProcess(uninstallCommand(), parameters, environment);
  const put = (file: string, text: string) => {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  return { home, plugins, install, uninstall, put, installed: () => filesIn(plugins) };
}

describe('install', () => {
  it('writes the packages of every platform for both registries, and uninstall removes them all', async () => {
    const { home, plugins, install, uninstall, installed } = aHome();
    const stdout = `Installed svc/svc ${version} in ${plugins}\n`;
    expect(await install()).toEqual({ error: undefined, stdout, stderr: '' });
    expect(installed()).toEqual(packages);
    expect((await uninstall()).stdout).toBe(`Removed svc/svc from ${plugins}\n`);
    expect(filesIn(home)).toEqual([]);
    const nothing = `Nothing to remove: ${plugins} does not have svc/svc\n`;
    expect((await uninstall()).stdout).toBe(nothing);
  });

  it('writes what is missing or another build, and nothing else', async () => {
    const { plugins, install, put } = aHome();
    await install();
    const times = () => filesBelow(plugins).map(file => statSync(file).mtimeMs);
    const before = times();
    expect((await install()).stdout).toBe(`svc/svc ${version} is already installed in ${plugins}\n`);
    expect(times()).toEqual(before);
    rmSync(path.join(plugins, firstPackage));
    expect((await install()).stdout).toContain('Installed');
    expect(times().slice(1)).toEqual(before.slice(1));
    put(path.join(plugins, firstPackage), 'another build');
    expect((await install()).stdout).toContain('Installed');
    expect((await install()).stdout).toContain('already installed');
  });

  it('into another folder says how Terraform finds it there', async () => {
    const { home, install, uninstall } = aHome();
    const folder = path.join(home, 'my mirror');
    const { stderr } = await install('--dir', folder);
    expect(stderr).toContain(`Terraform and OpenTofu search ${folder} only if the CLI configuration`);
    expect(stderr).not.toContain('warning:');
    expect(stderr).toContain(`    path    = "${folder}"`);
    expect(filesIn(folder)).toEqual(packages);
    await uninstall('--dir', folder);
    expect(filesIn(folder)).toEqual([]);
  });

  it('warns once of a provider_installation block that does not name the provider', async () => {
    const { home, plugins, install, put } = aHome();
    const file = path.join(home, '.terraformrc');
    put(file, 'provider_installation {\n  direct {}\n}\n');
    const { stderr } = await install();
    expect(stderr.match(/warning:/g)).toHaveLength(1);
    expect(stderr).toContain(`${file} has a provider_installation block`);
    expect(stderr).toContain(`path    = "${plugins}"`);
  });

  it('and uninstall say what to do about a folder that they cannot use', async () => {
    const { plugins, install, uninstall, put } = aHome();
    put(path.join(plugins, 'registry.terraform.io/svc/svc'), 'a file');
    const saying = /plugins could not be used \(E.*Make it a folder .* --dir\.$/;
    expect((await install()).error).toMatch(saying);
    expect((await uninstall()).error).toMatch(saying);
  });
});

it('uninstall removes all versions, and leaves other files', async () => {
  const { plugins, install, uninstall, installed, put } = aHome();
  await install();
  const folder = 'registry.terraform.io/svc/svc';
  const older = ['0.0.9', '0.0.9-rc.1', `${version}-rc.1`].map(
    each => `${folder}/terraform-provider-svc_${each}_linux_amd64.zip`,
  );
  const others = [
    'registry.terraform.io/acme/svc/terraform-provider-svc_0.0.9_linux_amd64.zip',
    `${folder}/0.0.9/linux_amd64/terraform-provider-svc_v0.0.9`,
    `${folder}/terraform-provider-svc_0.0.9_linux_amd64.zip.bak`,
    `${folder}/terraform-provider-svc_notes.zip`,
  ];
  for (const name of [...older, ...others]) put(path.join(plugins, name), '');
  expect((await uninstall()).stdout).toBe(`Removed svc/svc from ${plugins}\n`);
  expect(installed()).toEqual(others);
});

it.each([
  ['linux', {}, '/h/.local/share/terraform/plugins'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/data/terraform/plugins'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/h/.local/share/terraform/plugins'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/h/Library/Application Support/io.terraform/plugins'],
  ['linux', { HOME: '' }, path.join(userInfo().homedir, '.local/share/terraform/plugins')],
] as const)('the plugin folder on %s with %j is %s', (platform, environment, folder) => {
  expect(pluginFolder({ HOME: '/h', ...environment }, platform)).toBe(folder);
});
