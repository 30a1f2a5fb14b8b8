import { isAbsolute, join, resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';
import { homeFolder } from '../../constructs/installation/home-folder';

export interface InstallationFlags {
  /** Absolute. */
  readonly dir?: string;
}

export const directoryOption = () =>
  new Option(
    '--dir <folder>',
    'another folder; default: one of this user that Terraform and OpenTofu search by themselves',
  ).argParser(text => {
    if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
    return resolve(text);
  });

/**
 * Returns the folder of this user that Terraform and OpenTofu both search for providers, without any configuration
 * (`userdirs.ForApp("Terraform", "HashiCorp", "io.terraform")` in both). Decision 23 says why it is not `~/.terraform.d`.
 */
export function pluginFolder(
  environment: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string {
  const home = homeFolder(environment);
  if (home === undefined)
    throw new Error('This user has no home folder. Set HOME, or choose another folder with --dir.');
  if (platform === 'darwin') return join(home, 'Library', 'Application Support', 'io.terraform', 'plugins');
  const xdg = environment['XDG_DATA_HOME'];
  const data = xdg !== undefined && isAbsolute(xdg) ? xdg : join(home, '.local', 'share');
  return join(data, 'terraform', 'plugins');
}

/** Changes a plugin folder. @throws {Error} that says what to do about an error of the file system */
export function inFolder<Result>(folder: string, act: () => Result): Result {
  if (process.platform === 'win32')
    throw new Error('The svc provider runs on Linux and macOS. On Windows, run this command inside WSL.');
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error;
    throw new Error(
      `${folder} could not be used (${error.message}). Make it a folder that you can write, or choose another one with --dir.`,
    );
  }
}
