import { closeSync, existsSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { SocketDirectory } from '../go-plugin/socket-directory';
import { identify, isChild, isThere, isZombie, type ProcessIdentity } from './process-identity';

/** Parameters from the launcher (scripts/build/launcher.sh). */
export interface ReuseOptions {
  /** The folder to wait in. Its name contains the boot id, and Terraform's number and start time. */
  at: string;
  /** The file that records a process which outlives its launcher: see `recordOrphan`. */
  orphan: string;
  /** Path of the program, as the next launcher spells it. */
  program: string;
  /** The Terraform of all launches. */
  terraform: ProcessIdentity;
}

export interface WaitingPlaceOptions extends ReuseOptions {
  readonly directory: SocketDirectory;
  /** Launcher of the first launch: the parent of this process. */
  readonly launcher: ProcessIdentity;
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
  /** Of the current launch, or of the previous one. */
  private launcher: ProcessIdentity;
  private isPublished = false;

  constructor(private readonly options: WaitingPlaceOptions) {
    this.launcher = options.launcher;
  }

  isTerraformThere(): boolean {
    return isThere(this.options.terraform);
  }

  /** Returns true if Terraform and the current launcher are running. Terraform kills a launcher that it rejects. */
  isAccompanied(): boolean {
    return this.isTerraformThere() && isThere(this.launcher);
  }

  /**
   * Lets the next launcher claim the process. Returns false if that is impossible. Call it after a launch: the first call
   * closes the pipes that the first launcher inherited from Terraform, which reads them to their end.
   */
  open(): boolean {
    try {
      if (this.isPublished) renameSync(this.claimPath, join(this.options.directory.path, 'last'));
      else this.isPublished = this.publish();
      return this.isPublished;
    } catch {
      // Such as in a folder that was removed.
      return false;
    }
  }

  /** Publishes the folder atomically. Returns false if that name exists, or is too long for a socket. */
  private publish(): boolean {
    const { at, directory, handshakeLine, orphan, program } = this.options;
    const socketPath = directory.socketPathIn(at);
    if (socketPath === undefined) return false;
    const file = join(directory.path, 'waiting');
    recordOrphan(orphan, directory.path);
    writeFileSync(file, `${process.pid}\n${program}\n${handshakeLine(socketPath)}`, { mode: 0o600 });
    return replaceStandardStreams(file) && directory.moveTo(at);
  }

  /** Tells a launcher that its launch has ended: the first waits for its child, a later one reads its error. */
  endLaunch(): void {
    const { pid } = this.launcher;
    if (this.launcher !== this.options.launcher) writeSync(2, `end ${pid}\n`);
    // Without this check, the signal could reach another process that has the number of a killed launcher.
    else if (process.ppid === pid) process.kill(pid, 'SIGUSR1');
  }

  /**
   * Returns the certificate that Terraform announced to the launcher which claims the process, in PEM. Undefined without a
   * claim, while a launcher is still writing it, and if Terraform itself has not started that launcher.
   */
  claim(): string | undefined {
    const [, pid, started = '', clientCertificate] = /^(\d+) (\d+)\n(.+)\n$/s.exec(this.readClaim()) ?? [];
    const launcher = { pid: Number(pid), started };
    if (!isChild(launcher, this.options.terraform)) return undefined;
    this.launcher = launcher;
    return clientCertificate;
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
