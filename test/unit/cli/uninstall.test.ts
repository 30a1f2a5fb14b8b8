import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { aHome, firstPackage, hosts, packages, record, unfinished } from './installed-packages';

describe('uninstall', { timeout: 60_000 }, () => {
  it('leaves other versions, with --all none, and files of others in any case', async () => {
    const { plugins, run, installed, write } = await aHome();
    await run(['install']);
    const older = `${hosts[0]}/svc/svc/terraform-provider-svc_0.0.9_linux_amd64.zip`;
    const files = { [older]: createHash('sha256').update('older').digest('hex') };
    write(`.terraform.d/plugins/${older}`, 'older');
    write(`.terraform.d/plugins/${record('0.0.9')}`, JSON.stringify({ files }));
    write('.terraform.d/plugins/registry.terraform.io/acme/acme/x.zip', '');
    await run(['uninstall']);
    expect(installed()).toEqual([older, 'registry.terraform.io/acme/acme/x.zip', record('0.0.9')].sort());
    expect((await run(['uninstall', '--all'])).stdout).toBe(`Removed svc/svc 0.0.9 from ${plugins}\n`);
    expect(installed()).toEqual(['registry.terraform.io/acme/acme/x.zip']);
  });

  it('with --all removes the intact versions, and then names the damaged record', async () => {
    const { plugins, run, installed, write } = await aHome();
    await run(['install']);
    // Its name sorts before the one of this version.
    write(`.terraform.d/plugins/${record('0.0.9')}`, '{');
    const { code, stdout, stderr } = await run(['uninstall', '--all']);
    expect([code, stdout]).toEqual([1, `Removed svc/svc ${version} from ${plugins}\n`]);
    expect(stderr).toContain(`${record('0.0.9')} is damaged`);
    expect(installed()).toEqual([record('0.0.9')]);
  });

  it('leaves a package that somebody has changed, and says so', async () => {
    const { run, installed, write } = await aHome();
    await run(['install']);
    write(`.terraform.d/plugins/${firstPackage}`, 'changed');
    const { code, stderr } = await run(['uninstall']);
    expect(code).toBe(0);
    expect(stderr).toContain('has changed since it was installed. It stays.');
    expect(installed()).toEqual([firstPackage]);
  });

  it.each([
    [['uninstall'], `${version} is not installed in `],
    [['uninstall', '--all'], 'no version is installed in '],
    [['uninstall', '--dir', '/nowhere'], `${version} is not installed in /nowhere\n`],
  ])('%j does nothing where nothing is installed, and says so', async (parameters, text) => {
    const { run } = await aHome();
    const { code, stdout } = await run(parameters);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Nothing to remove: ${text}`)]);
  });

  it('removes what a killed install has not finished, and no other file beside it', async () => {
    const { run, installed, write } = await aHome();
    await run(['install']);
    const copies = ['.20261122', '.1795376543', '.1', '.bak', '.cdktf-provider-svc-unfinished-notes'];
    const others = copies.flatMap(copy => [`${record(version)}${copy}`, `${firstPackage}${copy}`]);
    for (const name of [unfinished(firstPackage), unfinished(record(version)), ...others])
      write(`.terraform.d/plugins/${name}`, 'half');
    expect((await run(['uninstall', '--dry-run'])).stdout).toContain(`${unfinished(firstPackage)}\n`);
    expect((await run(['uninstall'])).code).toBe(0);
    expect(installed()).toEqual(others.toSorted());
  });

  it('removes the record that a killed install has not finished, and says that no more was installed', async () => {
    const { plugins, run, installed, write } = await aHome();
    write(`.terraform.d/plugins/${unfinished(record(version))}`, 'half');
    write(`.terraform.d/plugins/${unfinished(record('0.0.9'))}/note`, 'a folder of somebody else');
    const removed = `the unfinished record of svc/svc ${version} from ${plugins}\n`;
    expect((await run(['uninstall', '--dry-run'])).stdout).toContain(`Would remove ${removed}`);
    expect(await run(['uninstall', '--all'])).toEqual({ code: 0, stdout: `Removed ${removed}`, stderr: '' });
    expect(installed()).toEqual([`${unfinished(record('0.0.9'))}/note`]);
    expect((await run(['uninstall', '--all'])).stdout).toContain('Nothing to remove');
  });

  it('with --all takes a semantic version only for a record', async () => {
    const { run, installed, write } = await aHome();
    const others = ['0.1.0.bak', '0.1.0 (copy)', 'notes', '0.1', '01.1.0', 'v0.1.0', '0.1.0-'].map(record);
    const ours = ['0.1.0-rc.1', '10.20.30+build.7'].map(record);
    for (const name of [...others, ...ours]) write(`.terraform.d/plugins/${name}`, '{"files":{}}');
    expect((await run(['uninstall', '--all'])).code).toBe(0);
    expect(installed()).toEqual(others.toSorted());
  });

  it('with --dry-run lists each file that it then removes', async () => {
    const { plugins, run, installed } = await aHome();
    await run(['install']);
    const { stdout } = await run(['uninstall', '--dry-run']);
    const listed = stdout.split('\n').slice(1, -1);
    expect(listed).toEqual([...packages, record(version)].map(name => `  ${path.join(plugins, name)}`));
    expect(installed()).toHaveLength(listed.length);
  });

  it('may run several times at once', async () => {
    const { run, installed } = await aHome();
    await run(['install']);
    const results = await Promise.all(Array.from({ length: 4 }, () => run(['uninstall'])));
    expect(results.map(({ code, stderr }) => [code, stderr])).toEqual(results.map(() => [0, '']));
    expect(installed()).toEqual([]);
  });

  it.each([
    ['no JSON', '{'],
    ['a path outside', JSON.stringify({ files: { '../../precious': '' } })],
    [
      'a path through a folder',
      JSON.stringify({ files: { [`${hosts[0]}/svc/svc/../../../../precious`]: '' } }),
    ],
  ])('refuses a damaged record: %s', async (_, text) => {
    const { home, run, write } = await aHome();
    write('precious', '');
    write(`.terraform.d/plugins/${record(version)}`, text);
    const { code, stderr } = await run(['uninstall']);
    expect(code).toBe(1);
    expect(stderr).toContain('is damaged');
    expect(existsSync(path.join(home, 'precious'))).toBe(true);
  });
});
