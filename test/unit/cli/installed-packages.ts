import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { version } from '../../../package.json';
import { builtCommand } from './built-command';
import { commandLine } from './command-line';

export const hosts = ['registry.opentofu.org', 'registry.terraform.io'];
export const platforms = ['darwin_amd64', 'darwin_arm64', 'linux_amd64', 'linux_arm64'];
export const packages = hosts.flatMap(host =>
  platforms.map(platform => `${host}/svc/svc/terraform-provider-svc_${version}_${platform}.zip`),
);
export const record = (installed: string) => `terraform-provider-svc_${installed}.installed.json`;
export const [firstPackage = ''] = packages;

export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter(entry => !entry.isDirectory())
    .map(entry => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort();
}

/** A home without XDG settings, and the commands in it. */
export async function aHome(environment: Readonly<Record<string, string>> = {}) {
  const { home, run } = await commandLine({ XDG_CONFIG_HOME: '', XDG_DATA_HOME: '', ...environment });
  const plugins = path.join(home, '.terraform.d', 'plugins');
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    writeFileSync(path.join(home, name), text);
  };
  return { home, plugins, run, write, installed: () => filesBelow(plugins) };
}

/** The name of a file that a killed `install` has not finished. */
export const unfinished = (name: string) => `${name}.cdktf-provider-svc-unfinished-0123456789ab`;

/** Modes do not bind root: tests that run as root give up its capabilities, and remain the owner of the files. */
const launcher = process.getuid?.() === 0 ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all'] : [];

/** Runs a command in a home whose plugin folder, or another one, has other permissions meanwhile. */
export function runWithMode(
  mode: number,
  home: string,
  parameters: readonly string[],
  folder = '.terraform.d/plugins',
) {
  const plugins = path.join(home, folder);
  chmodSync(plugins, mode);
  onTestFinished(() => chmodSync(plugins, 0o755));
  const result = runBehind(launcher, home, parameters);
  chmodSync(plugins, 0o755);
  return result;
}

/**
 * Runs a command that may not write files above a size: a write is cut short there, and the next one fails, as on a full
 * disk.
 */
export function runWithLimit(kibibytes: number, home: string, parameters: readonly string[]) {
  return runBehind(['bash', '-c', `ulimit -f ${kibibytes} && exec "$@"`, 'bash'], home, parameters);
}

function runBehind(before: readonly string[], home: string, parameters: readonly string[]) {
  const [program = '', ...words] = [...before, process.execPath, builtCommand, ...parameters];
  const env = { PATH: process.env['PATH'], HOME: home };
  const { status, stdout, stderr } = spawnSync(program, words, { env, encoding: 'utf8' });
  return { code: status, stdout, stderr };
}
