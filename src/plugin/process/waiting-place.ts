import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SocketDirectory } from '../go-plugin/socket-directory';
import { identify, isZombie, type ProcessIdentity } from './process-identity';
import type { ReuseOptions } from './serve-options';

/** The claim of a launcher to the waiting process. */
export interface Claim {
  readonly launcher: ProcessIdentity;
  /** PEM: the certificate that Terraform announced to the launcher. */
  readonly clientCertificate: string;
}

export interface WaitingPlaceOptions extends Omit<ReuseOptions, 'terraform'> {
  readonly directory: SocketDirectory;
  /** Returns the handshake line for a socket at this path. */
  readonly handshakeLine: (socketPath: string) => string;
}

/**
 * Folder in which a process waits for Terraform's next launch: the folder of its socket, renamed. The process
 * creates and removes it. Launchers (launcher.sh) read `waiting` and create `claim`:
 *
 * - `waiting`: number of the process, path of its program, its handshake line. The process has this file open as
 *   its standard input, so that a launcher can verify in /proc that the folder belongs to it.
 * - `claim`: the launcher that uses the process. Without it, the next launcher may create it.
 * - `last`: the previous claim. The next launcher waits until that launcher has ended.
 */
export class WaitingPlace {
  constructor(private readonly options: WaitingPlaceOptions) {}

  /**
   * Publishes the folder atomically. Returns false if that name exists, or is too long for a socket. Call it after
   * a launch: it closes the pipes that the first launcher inherited from Terraform, which reads them to their end.
   */
  publish(): boolean {
    const { at, directory, handshakeLine, orphan, program } = this.options;
    const socketPath = directory.socketPathIn(at);
    if (socketPath === undefined) return false;
    const file = join(directory.path, 'waiting');
    try {
      recordOrphan(orphan, directory.path);
      writeFileSync(file, `${process.pid}\n${program}\n${handshakeLine(socketPath)}`, { mode: 0o600 });
      return replaceStandardStreams(file) && directory.moveTo(at);
    } catch {
      return false;
    }
  }

  /**
   * Tells a launcher that its launch has ended. The first launcher waits for its child; a later one reads the
   * child's standard error.
   */
  endLaunch({ pid }: ProcessIdentity, isFirst: boolean): void {
    if (!isFirst) writeSync(2, `end ${pid}\n`);
    // Without this check, the signal could reach another process that has the number of a killed launcher.
    else if (process.ppid === pid) process.kill(pid, 'SIGUSR1');
  }

  /** Returns undefined without a claim, and while a launcher is still writing it. */
  claim(): Claim | undefined {
    const [, pid, started, clientCertificate] = /^(\d+) (\d+)\n(.+)\n$/s.exec(this.readClaim()) ?? [];
    if (started === undefined || clientCertificate === undefined) return undefined;
    return { launcher: { pid: Number(pid), started }, clientCertificate };
  }

  /** Lets the next launcher claim the process, and records the previous one. */
  reopen(): void {
    renameSync(this.claimPath, join(this.options.directory.path, 'last'));
  }

  /** Prevents further claims. Returns false if a launcher made a claim first. */
  withdraw(): boolean {
    try {
      closeSync(openSync(this.claimPath, 'wx'));
      return true;
    } catch (failure) {
      // Nobody can make a claim in a folder that was removed.
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
 * Opens the pipe from the launcher, standard input so far, again as descriptor 2, for reading and writing: a process that
 * holds both ends keeps the pipe open without a launcher. Then 1 is /dev/null and 0 is `input`. The order matters: `open`
 * takes the lowest free descriptor.
 */
function replaceStandardStreams(input: string): boolean {
  closeSync(2);
  if (openSync('/proc/self/fd/0', 'r+') !== 2) return false;
  closeSync(1);
  if (openSync('/dev/null', 'w') !== 1) return false;
  closeSync(0);
  return openSync(input, 'r') === 0;
}

/**
 * Records that this process outlives its launcher, so that later launchers see whether process 1 reaps it (launcher.sh).
 * The record of a zombie stays: a newer record would hide it before its ten seconds are over.
 *
 * @param record a file of this user, for all Terraforms
 * @param folder a folder of this process: the file is moved from there, so that no launcher reads half of it
 * @throws if the record cannot be written: then this process must not outlive its launcher
 */
export function recordOrphan(record: string, folder: string): void {
  const [pid, started = ''] = existsSync(record) ? readFileSync(record, 'latin1').trim().split(' ') : [];
  if (isZombie({ pid: Number(pid), started })) return;
  const file = join(folder, 'orphan');
  writeFileSync(file, `${process.pid} ${identify(process.pid)?.started}\n`, { mode: 0o600 });
  renameSync(file, record);
}
