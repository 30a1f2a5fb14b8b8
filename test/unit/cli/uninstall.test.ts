import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { version } from '../../../package.json';
import { aHome, firstPackage, hosts, record } from './installed-packages';

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

  it('does nothing where nothing is installed', async () => {
    const { home, run } = await aHome();
    for (const parameters of [['uninstall'], ['uninstall', '--all'], ['uninstall', '--dir', home]]) {
      expect(await run(parameters)).toMatchObject({
        code: 0,
        stdout: expect.stringMatching(/^Nothing to remove: svc\/svc (?:\S+ )?is not installed in /),
      });
    }
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
