import { mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { onTestFinished } from 'vitest';
import { startedCommand } from '../programs/started-command';

/** A person's project in which the package is installed, as far as npx is concerned; its folder is the home, too. */
export async function npxProject(settings: Readonly<Record<string, string>> = {}) {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'svc-project-')));
  const bin = join(folder, 'node_modules', '.bin');
  await mkdir(bin, { recursive: true });
  await symlink(resolve('dist/cli.cjs'), join(bin, 'cdktf-provider-svc'));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  /** Bash runs it, in the folder. As under npx, the project's programs come before those of the machine. */
  const start = (command: string) => {
    const PATH = `${bin}:${process.env['PATH']}`;
    const own = { PATH, HOME: folder, npm_config_update_notifier: 'false' };
    return startedCommand('bash', ['-c', command], { ...own, ...settings }, folder);
  };
  const run = async (command: string) => {
    const { output, code } = start(command);
    return { code: await code, ...output };
  };
  return { folder, start, run };
}
