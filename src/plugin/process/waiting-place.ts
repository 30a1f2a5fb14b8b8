import { closeSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SocketDirectory } from '../go-plugin/socket-directory';
import type { ProcessIdentity } from './process-identity';

/** A launcher's word that it has claimed the waiting process. */
export interface Claim {
  readonly launcher: ProcessIdentity;
  /** PEM: the certificate that Terraform announced to the launcher. */
  readonly clientCertificate: string;
}

export interface WaitingPlaceOptions {
  /** Path of the folder. Its name has the boot, and Terraform's number and start time. */
  readonly at: string;
  /** Path of the program, as its launcher has it. */
  readonly program: string;
  readonly directory: SocketDirectory;
  /** The handshake line for a socket at this path. */
  readonly handshakeLine: (socketPath: string) => string;
}

/**
 * Folder in which a process waits for Terraform's next launch: its socket's folder, renamed. The process has made the
 * folder and removes it. Launchers (launcher.sh) read `waiting` and make `claim`:
 *
 * - `waiting`: number of the process, path of its program, its handshake line. The process holds this file open as its
 *   standard input, so that a launcher can prove in /proc whose folder it is.
 * - `claim`: the launcher that talks to the process. While there is none, the next launcher may make it.
 * - `last`: the claim before. The next launcher waits until that launcher has ended.
 */
export class WaitingPlace {
  constructor(private readonly options: WaitingPlaceOptions) {}

  /**
   * Publishes the folder in one step. Returns false where that name is taken, or too long for a socket. Call it after a
   * launch: it gives up the pipes that the first launcher inherited from Terraform, which reads them to their end.
   */
  publish(): boolean {
    const { at, directory, handshakeLine, program } = this.options;
    const socketPath = directory.socketPathIn(at);
    if (socketPath === undefined) return false;
    const file = join(directory.path, 'waiting');
    try {
      writeFileSync(file, `${process.pid}\n${program}\n${handshakeLine(socketPath)}`, { mode: 0o600 });
      return replaceStandardStreams(file) && directory.moveTo(at);
    } catch {
      return false;
    }
  }

  /** Tells a launcher that its launch has ended. The first one waits for its child, a later one reads the child's errors. */
  endLaunch({ pid }: ProcessIdentity, isFirst: boolean): void {
    if (!isFirst) writeSync(2, `end ${pid}\n`);
    // The number of a launcher that was killed may be another process's.
    else if (process.ppid === pid) process.kill(pid, 'SIGUSR1');
  }

  /** Undefined while there is no claim, and while a launcher still writes it. */
  claim(): Claim | undefined {
    const [, pid, started, clientCertificate] = /^(\d+) (\d+)\n(.+)\n$/s.exec(this.readClaim()) ?? [];
    if (started === undefined || clientCertificate === undefined) return undefined;
    return { launcher: { pid: Number(pid), started }, clientCertificate };
  }

  /** Lets the next launcher claim the process, and tells it which launcher was the last. */
  reopen(): void {
    renameSync(this.claimPath, join(this.options.directory.path, 'last'));
  }

  /** Lets no launcher claim the process any more. Returns false where one was faster. */
  withdraw(): boolean {
    try {
      closeSync(openSync(this.claimPath, 'wx'));
      return true;
    } catch (failure) {
      // Nobody can claim anything in a folder that somebody has removed.
      return !(failure instanceof Error && 'code' in failure && failure.code === 'EEXIST');
    }
  }

  private readClaim(): string {
    try {
      return readFileSync(this.claimPath, 'utf8');
    } catch {
      return '';
    }
  }

  private get claimPath(): string {
    return join(this.options.directory.path, 'claim');
  }
}

/**
 * Standard input was a pipe from the launcher. It becomes standard error, both ends of it: without a writer of its own a
 * launcher would read its end, and without a reader a write would fail. `open` takes the lowest free descriptor.
 */
function replaceStandardStreams(input: string): boolean {
  closeSync(2);
  if (openSync('/proc/self/fd/0', 'r+') !== 2) return false;
  closeSync(1);
  if (openSync('/dev/null', 'w') !== 1) return false;
  closeSync(0);
  return openSync(input, 'r') === 0;
}
