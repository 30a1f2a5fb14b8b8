import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Launch, LaunchOptions } from './launch';
import type * as system from './process-identity';
import type { ProcessIdentity } from './process-identity';
import type { WaitingPlace } from './waiting-place';

/** Milliseconds between two checks of processes whose end is not signalled. */
const pollInterval = 50;

/** Milliseconds that a process waits for another launch. Terraform may download a remote state meanwhile. */
const idleTimeout = 10_000;

/** Maximum of milliseconds in which a launcher completes a claim. */
const claimTimeout = 1000;

/** Everything that a process needs to serve several launches. */
export interface Reuse {
  readonly place: Pick<WaitingPlace, 'publish' | 'endLaunch' | 'claim' | 'reopen' | 'withdraw'>;
  /** Loads what the next launch probably needs, after urgent work. */
  readonly prepare: (served: number) => void;
  /** The Terraform of all its launches. */
  readonly terraform: ProcessIdentity;
  /** Launcher of the first launch: the parent of this process. */
  readonly launcher: ProcessIdentity;
  /** Queries to the system about processes. */
  readonly processes: Pick<typeof system, 'isThere' | 'isChild'>;
}

/** The parts of a launch that this class uses. */
export type RunningLaunch = Pick<
  Launch,
  'admit' | 'close' | 'isConnected' | 'isTrusted' | 'end' | 'signalled'
>;

/** Start parameters of a launch. */
export type LaunchStart = Pick<LaunchOptions, 'clientCertificate' | 'ended'>;

export interface LaunchesOptions {
  readonly begin: (options: LaunchStart) => RunningLaunch;
  /** Of the first launch. */
  readonly clientCertificate: string | undefined;
  /** Undefined if each launch has its own process. */
  readonly reuse: Reuse | undefined;
  readonly every: (milliseconds: number, action: () => void) => void;
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number;
  /** @param last runs after all other work of the exit */
  readonly exit: (last?: () => void) => void;
}

/**
 * The successive launches that one process serves. Terraform starts the executable three times for a plan, and four
 * times for an apply. So a process waits for the next launch of the same Terraform, until a plan has found no change, or a
 * change was applied. Nothing passes from one launch to the next: each has its own provider (decision 12).
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
    return this.currentOrClaimed()?.isTrusted(socket) ?? false;
  }

  admit(socket: Duplex): void {
    this.currentOrClaimed()?.admit(socket);
  }

  signalled(): void {
    this.current?.signalled();
  }

  private get isFirst(): boolean {
    return this.served === 0;
  }

  private currentOrClaimed(): RunningLaunch | undefined {
    const { reuse } = this.options;
    if (this.current === undefined && reuse !== undefined) this.current = this.claimed(reuse);
    return this.current;
  }

  /** A claim counts only if Terraform itself started the launcher. */
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
    const isFollowed = launch.close();
    const { reuse } = this.options;
    if (reuse !== undefined && isIdle && isFollowed && this.mayWait(reuse)) this.wait(reuse);
    else this.exit();
  }

  private mayWait(reuse: Reuse): boolean {
    return this.isAccompanied(reuse) && (!this.isFirst || reuse.place.publish());
  }

  /** Returns true if Terraform and the current launcher are running. Terraform kills a launcher that it rejects. */
  private isAccompanied({ processes, terraform }: Reuse): boolean {
    const { launcher } = this;
    return processes.isThere(terraform) && launcher !== undefined && processes.isThere(launcher);
  }

  private wait({ place, prepare }: Reuse): void {
    this.current = undefined;
    this.waitingSince = this.options.now();
    if (!this.isFirst) place.reopen();
    this.endLaunch();
    this.served += 1;
    prepare(this.served);
  }

  private endLaunch(): void {
    if (this.launcher !== undefined) this.options.reuse?.place.endLaunch(this.launcher, this.isFirst);
  }

  /** The first launcher is this process's parent and sees its end. */
  private exit(): void {
    this.options.exit(this.isFirst ? undefined : () => this.endLaunch());
  }

  private poll(reuse: Reuse): void {
    if (this.current === undefined) this.pollForNext(reuse);
    // A launcher that was killed after its claim will not connect.
    else if (!this.current.isConnected && !this.isAccompanied(reuse)) this.current.end();
  }

  private pollForNext({ place, processes, terraform }: Reuse): void {
    const { exit, now } = this.options;
    const waited = now() - this.waitingSince;
    if (!processes.isThere(terraform)) exit();
    else if (waited < idleTimeout) return;
    else if (place.withdraw()) exit();
    // A launcher made a claim first: wait for it, unless it was killed before it completed the claim.
    else if (this.currentOrClaimed() === undefined && waited > idleTimeout + claimTimeout) exit();
  }
}
