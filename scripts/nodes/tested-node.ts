import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { PackageNotToBeHad, pinnedTarball } from '../package/npm-tarball';
import pinned from './tested-nodes.json';

const execute = promisify(execFile);

export type Major = keyof typeof pinned.releases;
export const majors = ['20', '22', '24'] as const satisfies readonly Major[];

/** A Node.js that can be run here, or the reason why it cannot. */
export type TestedNode = { readonly version: string; readonly folder: string } | { readonly missing: string };

/**
 * Returns the folder that holds `node` of a major version. It is unpacked from a pinned npm package into .cache/node.
 *
 * @throws if the package or the program is not the pinned one
 */
export async function testedNode(major: Major): Promise<TestedNode> {
  const { version, integrity } = pinned.releases[major];
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return {
      missing: `${pinned.package} runs on linux x64 alone, and this is ${process.platform} ${process.arch}`,
    };
  try {
    const tarball = await pinnedTarball({ name: pinned.package, version, integrity });
    return { version, folder: await unpacked(tarball, version) };
  } catch (error) {
    if (error instanceof PackageNotToBeHad) return { missing: error.message };
    throw error;
  }
}

/** The environment in which `node` is that of the folder: for tests, for the launcher, and for commands of npm. */
export function environmentOf(folder: string): NodeJS.ProcessEnv {
  const { SVC_NODE: _, ...inherited } = process.env;
  return { ...inherited, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` };
}

async function unpacked(tarball: string, version: string): Promise<string> {
  const folder = tarball.replace(/\.tgz$/, '');
  const program = join(folder, 'bin', 'node');
  if (!existsSync(program)) {
    await mkdir(folder, { recursive: true });
    await execute('tar', ['-xzf', tarball, '-C', folder, '--strip-components=1', 'package/bin/node']);
  }
  const { stdout } = await execute(program, ['--version']);
  if (stdout.trim() !== `v${version}`)
    throw new Error(`${program} is Node.js ${stdout.trim()}, not v${version}.`);
  return join(folder, 'bin');
}
