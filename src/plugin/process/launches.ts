import type { Duplex } from 'node:stream';
import type { TLSSocket } from 'node:tls';
import type { Launch, LaunchOptions } from './launch';
import type { WaitingPlace } from './waiting-place';

/** Milliseconds between two checks of processes whose end is not signalled. */
export const pollInterval = 50;

/** Maximum of checks while a process waits for another launch: 10 s. Terraform may download a remote state meanwhile. */
const idlePolls = 200;

/** Maximum of checks while a launcher completes a claim: 1 s. */
const claimPolls = 20;

/** The parts of a launch that this class uses. */
export type RunningLaunch = Pick<Launch, 'admit' | 'close' | 'isTrusted' | 'signalled'>;

/** Start parameters of a launch. */
export type LaunchStart = Pick<LaunchOptions, 'clientCertificate' | 'ended'>;

export interface LaunchesOptions {
  readonly begin: (options: LaunchStart) => RunningLaunch;
  /** Of the first launch. */
  readonly clientCertificate: string | undefined;
  /** Undefined if each launch has its own process. */
  readonly place: Pick<WaitingPlace, keyof WaitingPlace> | undefined;
  /** Loads what the next launch probably needs, after urgent work. */
  readonly prepare: (served: number) => void;
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
  private served = 0;
  private waited = 0;

  constructor(private readonly options: LaunchesOptions) {
    this.current = this.begin(options.clientCertificate);
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

  /** Checks the other processes. Call it every `pollInterval` if the process may wait. */
  poll(): void {
    const { place } = this.options;
    if (this.current === undefined) this.pollForNext();
    // A launcher that was killed after its claim will not connect. With a connection, Terraform decides, as after a signal.
    else if (place?.isAccompanied() === false) this.current.signalled();
  }

  private currentOrClaimed(): RunningLaunch | undefined {
    const claimed = this.current === undefined ? this.options.place?.claim() : undefined;
    if (claimed !== undefined) this.current = this.begin(claimed);
    return this.current;
  }

  private begin(clientCertificate: string | undefined): RunningLaunch {
    const launch = this.options.begin({ clientCertificate, ended: isIdle => this.ended(launch, isIdle) });
    return launch;
  }

  private ended(launch: RunningLaunch, isIdle: boolean): void {
    // Ignore timers of a launch that has ended.
    if (launch !== this.current) return;
    const isFollowed = launch.close();
    const { place } = this.options;
    if (place !== undefined && isIdle && isFollowed && place.isAccompanied() && place.open()) this.wait();
    else this.exit();
  }

  private wait(): void {
    const { place, prepare } = this.options;
    this.current = undefined;
    this.waited = 0;
    this.served += 1;
    place?.endLaunch();
    prepare(this.served);
  }

  /** Only a later launcher needs word of the end: the first is this process's parent. */
  private exit(): void {
    const { exit, place } = this.options;
    exit(this.served === 0 ? undefined : () => place?.endLaunch());
  }

  private pollForNext(): void {
    const { exit, place } = this.options;
    this.waited += 1;
    if (place === undefined || !place.isTerraformThere()) exit();
    else if (this.waited < idlePolls) return;
    else if (place.withdraw()) exit();
    // A launcher made a claim first: wait for it, unless it was killed before it completed the claim.
    else if (this.currentOrClaimed() === undefined && this.waited > idlePolls + claimPolls) exit();
  }
}
