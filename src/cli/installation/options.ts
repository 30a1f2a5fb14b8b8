import { resolve } from 'node:path';
import { InvalidArgumentError, Option } from 'commander';

export interface InstallationFlags {
  /** Absolute. */
  readonly dir?: string;
  readonly dryRun?: boolean;
}

export const directoryOption = (purpose: string) =>
  new Option('--dir <folder>', purpose).argParser(text => {
    if (text.trim() === '') throw new InvalidArgumentError('It is empty.');
    return resolve(text);
  });

export const dryRunOption = () => new Option('--dry-run', 'say what would be done, and do nothing');

/** The provider runs on Linux and macOS only. */
export function refuseWindows(platform: NodeJS.Platform): void {
  if (platform === 'win32')
    throw new Error('The svc provider runs on Linux and macOS. On Windows, run this command inside WSL.');
}
