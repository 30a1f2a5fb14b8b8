import {
  closeSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';

/** Who started a launch: what a launcher says of itself. */
export interface Claim {
  /** The process that Terraform looks at. */
  readonly launcher: number;
  /** PEM: what Terraform announced to it. */
  readonly clientCertificate: string;
}

/**
 * The folder in which a process waits for Terraform's next launch. Launchers make it (launcher.sh, which knows these
 * names as well), with rights for this user alone and a name that tells one Terraform from another:
 *
 * - `owner`: the number of the process that may wait here, and its program: another launch of the same Terraform may be
 *   running.
 * - `waiting`: its handshake line, once it has waited here.
 * - `claim`: the launcher that speaks to it at the moment. While there is none, the next one may make it.
 * - `errors`: a pipe, its standard error from its second launch on. Only a launcher can hand on what comes out.
 */
export class WaitingPlace {
  constructor(private readonly folder: string) {}

  isOurs(): boolean {
    const [owner] = this.read('owner').split('\n');
    return owner === String(process.pid);
  }

  /**
   * Begins to wait here. Lets go of the pipes that the first launcher has inherited from Terraform, which reads them to
   * their end before a launch is over; a file that is opened gets the lowest number that is free.
   */
  settle(handshakeLine: string): void {
    closeSync(1);
    openSync('/dev/null', 'w');
    closeSync(2);
    // For reading too: a pipe that nobody reads would not be opened, and one that nobody writes would seem ended.
    openSync(this.path('errors'), 'r+');
    writeFileSync(this.path('waiting.new'), handshakeLine);
    renameSync(this.path('waiting.new'), this.path('waiting'));
  }

  /** Tells a launcher that its launch is over. The first one waits for its child, a later one reads `errors`. */
  dismiss(launcher: number, isFirst: boolean): void {
    if (!isFirst) writeSync(2, `end ${launcher}\n`);
    // Once a launcher is killed, its number may be anybody's.
    else if (process.ppid === launcher) process.kill(launcher, 'SIGUSR1');
  }

  /** Who has claimed this process. It is written before Terraform can connect, and may be looked at before it is. */
  claim(): Claim | undefined {
    const [, launcher, clientCertificate] = /^(\d+)\n(.+)\n$/s.exec(this.read('claim')) ?? [];
    return clientCertificate === undefined ? undefined : { launcher: Number(launcher), clientCertificate };
  }

  /** Lets the next launcher claim it. */
  reopen(): void {
    unlinkSync(this.path('claim'));
  }

  /** Lets no launcher claim it any more. False where one was faster. */
  withdraw(): boolean {
    try {
      closeSync(openSync(this.path('claim'), 'wx'));
      return true;
    } catch (failure) {
      // In a folder that somebody has removed nothing is claimed any more.
      return !(failure instanceof Error && 'code' in failure && failure.code === 'EEXIST');
    }
  }

  remove(): void {
    if (this.isOurs()) rmSync(this.folder, { recursive: true, force: true });
  }

  /** Empty where there is no such file. */
  private read(name: string): string {
    try {
      return readFileSync(this.path(name), 'utf8');
    } catch {
      return '';
    }
  }

  private path(name: string): string {
    return join(this.folder, name);
  }
}
