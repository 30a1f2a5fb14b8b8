import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Launch, LaunchOptions } from './launch';
import type { ProcessIdentity } from './process-identity';
import type { WaitingPlace } from './waiting-place';

/** Milliseconds between two looks at processes whose end nobody tells. */
const pollInterval = 50;

/** How long a process waits for another launch, in milliseconds. Terraform may fetch a state from far away meanwhile. */
const idleTimeout = 10_000;

/** Within how many milliseconds a launcher that has begun to claim a process has done so. */
const claimTimeout = 1000;

/** What a process needs to serve more than one launch. */
export interface Reuse {
  readonly place: Pick<WaitingPlace, 'publish' | 'endLaunch' | 'claim' | 'reopen' | 'withdraw'>;
  /** Loads what the next launch is likely to need, once what is to be done at once is done. */
  readonly prepare: (served: number) => void;
  /** The Terraform that all its launches are of. */
  readonly terraform: ProcessIdentity;
  /** The first launch's: the parent of this process. */
  readonly launcher: ProcessIdentity;
  readonly processes: ProcessTable;
}

/** What the system tells of processes. */
export interface ProcessTable {
  readonly isThere: (process: ProcessIdentity) => boolean;
  /** Whether one process has started the other, both in the PID namespace of this one. */
  readonly isChild: (child: ProcessIdentity, parent: ProcessIdentity) => boolean;
}

/** What is seen of a launch here. */
export type RunningLaunch = Pick<
  Launch,
  'admit' | 'close' | 'isConnected' | 'isTraceless' | 'isTrusted' | 'leave' | 'print' | 'signalled'
>;

/** What a launch begins with. */
export type LaunchStart = Pick<LaunchOptions, 'clientCertificate' | 'ended'>;

export interface LaunchesOptions {
  readonly begin: (options: LaunchStart) => RunningLaunch;
  /** The first launch's. */
  readonly clientCertificate: string | undefined;
  /** Absent where each launch is to have a process of its own. */
  readonly reuse: Reuse | undefined;
  readonly every: (milliseconds: number, action: () => void) => void;
  /** Milliseconds, counted from anywhere. */
  readonly now: () => number;
  /** @param last is done after all else that an exit does */
  readonly exit: (last?: () => void) => void;
}

/**
 * The launches that one process serves, one after the other. Terraform starts the executable three times for a plan, and
 * the first two ask for nothing but schemas and checks: a process whose launch has left no trace waits for the next of
 * the same Terraform, and one that was configured ends with its launch (decision 12).
 */
export class Launches {
  private current: RunningLaunch | undefined;
  private launcher: ProcessIdentity | undefined;
  private served = 0;
  private waitingSince = 0;

  constructor(private readonly options: LaunchesOptions) {
    const { reuse } = options;
    this.launcher = reuse?.launcher;
    this.current = this.begin(options.clientCertificate);
    if (reuse !== undefined) options.every(pollInterval, () => this.poll(reuse));
  }

  isTrusted(socket: TLSSocket): boolean {
    return this.present()?.isTrusted(socket) ?? false;
  }

  admit(socket: Duplex): void {
    this.present()?.admit(socket);
  }

  print(text: Uint8Array): void {
    this.current?.print(text);
  }

  signalled(): void {
    this.current?.signalled();
  }

  private get isFirst(): boolean {
    return this.served === 0;
  }

  /** The launch that there is, or that has been claimed. */
  private present(): RunningLaunch | undefined {
    const { reuse } = this.options;
    if (this.current === undefined && reuse !== undefined) this.current = this.claimed(reuse);
    return this.current;
  }

  /** A claim counts only if Terraform itself has started the launcher. */
  private claimed({ place, processes, terraform }: Reuse): RunningLaunch | undefined {
    const claim = place.claim();
    if (claim === undefined || !processes.isChild(claim.launcher, terraform)) return undefined;
    this.launcher = claim.launcher;
    return this.begin(claim.clientCertificate);
  }

  private begin(clientCertificate: string | undefined): RunningLaunch {
    const launch = this.options.begin({ clientCertificate, ended: isIdle => this.ended(launch, isIdle) });
    return launch;
  }

  private ended(launch: RunningLaunch, isIdle: boolean): void {
    // Ignore timers of a launch that has ended.
    if (launch !== this.current) return;
    const { reuse } = this.options;
    if (reuse !== undefined && isIdle && launch.isTraceless && this.mayWait(launch, reuse)) this.wait(reuse);
    else this.exit();
  }

  private mayWait(launch: RunningLaunch, reuse: Reuse): boolean {
    if (!this.isAccompanied(reuse)) return false;
    launch.close();
    return !this.isFirst || reuse.place.publish();
  }

  /** Whether Terraform is there, and the launcher that it looks at: it kills one that it is not content with. */
  private isAccompanied({ processes, terraform }: Reuse): boolean {
    const { launcher } = this;
    return processes.isThere(terraform) && launcher !== undefined && processes.isThere(launcher);
  }

  private wait({ place, prepare }: Reuse): void {
    this.current = undefined;
    this.waitingSince = this.options.now();
    if (!this.isFirst) place.reopen();
    this.endLaunch(this.isFirst);
    this.served += 1;
    prepare(this.served);
  }

  private endLaunch(isFirst: boolean): void {
    if (this.launcher !== undefined) this.options.reuse?.place.endLaunch(this.launcher, isFirst);
  }

  /** The first launcher is this process's parent and sees its end. */
  private exit(): void {
    const { exit } = this.options;
    if (this.isFirst) exit();
    else exit(() => this.endLaunch(false));
  }

  private poll(reuse: Reuse): void {
    if (this.current === undefined) this.pollForNext(reuse);
    // Whoever was killed in between will not connect.
    else if (!this.current.isConnected && !this.isAccompanied(reuse)) this.current.leave();
  }

  private pollForNext({ place, processes, terraform }: Reuse): void {
    const { exit, now } = this.options;
    const waited = now() - this.waitingSince;
    if (!processes.isThere(terraform)) exit();
    else if (waited < idleTimeout) return;
    else if (place.withdraw()) exit();
    // A launcher was faster, and is waited for like any other; one that was killed while it claimed is not.
    else if (this.present() === undefined && waited > idleTimeout + claimTimeout) exit();
  }
}
