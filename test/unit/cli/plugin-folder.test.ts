import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { impliedPluginFolders } from '../../../src/cli/installation/plugin-folders';
import { aHome, filesBelow } from './installed-packages';

describe('the plugin folder', () => {
  const home = path.resolve('/home-of-nobody');
  it.each<[string, NodeJS.Platform, Record<string, string>, string]>([
    ['is ~/.terraform.d', 'linux', {}, '.terraform.d/plugins'],
    ['is ~/.terraform.d on macOS', 'darwin', {}, '.terraform.d/plugins'],
    [
      'is the XDG data folder where creating ~/.terraform.d would hide the XDG folders from OpenTofu',
      'linux',
      { XDG_CONFIG_HOME: '/x' },
      '.local/share/terraform/plugins',
    ],
    ['follows XDG_DATA_HOME', 'linux', { XDG_DATA_HOME: `${home}/data` }, 'data/terraform/plugins'],
    [
      'ignores a relative XDG_DATA_HOME',
      'linux',
      { XDG_DATA_HOME: 'data' },
      '.local/share/terraform/plugins',
    ],
    [
      'is the one of Application Support then on macOS',
      'darwin',
      { XDG_CONFIG_HOME: '/x' },
      'Library/Application Support/io.terraform/plugins',
    ],
  ])('%s', (_, platform, environment, expected) => {
    const [folder] = impliedPluginFolders({ platform, environment: { HOME: home, ...environment } });
    expect(path.relative(home, folder)).toBe(expected);
  });

  it('is ~/.terraform.d where that exists, whatever XDG says', async () => {
    const { home: person } = await aHome();
    mkdirSync(path.join(person, '.terraform.d'));
    const environment = { HOME: person, XDG_CONFIG_HOME: '/x' };
    expect(impliedPluginFolders({ platform: 'linux', environment })[0]).toBe(
      path.join(person, '.terraform.d', 'plugins'),
    );
  });

  it('stays the one of the first install, though Terraform creates ~/.terraform.d meanwhile', async () => {
    const { home: person, run } = await aHome();
    const xdg = { XDG_CONFIG_HOME: path.join(person, 'config') };
    await run(['install'], xdg);
    mkdirSync(path.join(person, '.terraform.d'));
    const folder = path.join(person, '.local', 'share', 'terraform', 'plugins');
    expect((await run(['install'], xdg)).stdout).toBe(
      `svc/svc ${version} is already installed in ${folder}\n`,
    );
    await run(['uninstall'], xdg);
    expect(filesBelow(person)).toEqual([]);
  });
});
