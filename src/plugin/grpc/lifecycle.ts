/** Milliseconds for calls in flight after Shutdown: Terraform kills the process after 2000. */
const gracePeriod = 1800;

/** Milliseconds until the first connection, as in Terraform itself. */
const firstConnection = 60_000;

export interface LifecycleOptions {
  /** True if Terraform started the process for itself. Otherwise any number of them connect to it, one after another. */
  hasOwner: boolean;
  /** Called at the end of the launch. `isIdle` is false if calls are still in flight. */
  ended: (isIdle: boolean) => void;
  /** Asks calls in flight to end early. */
  stop: () => void;
  after: (milliseconds: number, action: () => void) => void;
}

/**
 * Decides when a launch ends: on Shutdown, and when its owner's last connection is lost (a killed Terraform must leave
 * no orphan). It ends immediately if no call is in flight; else after the calls, or after the time limit.
 */
export class Lifecycle {
  private calls = 0;
  private connections = 0;
  private isEnding = false;

  constructor(private readonly options: LifecycleOptions) {
    if (options.hasOwner) options.after(firstConnection, () => this.endUnlessConnected());
  }

  get isIdle(): boolean {
    return this.calls === 0;
  }

  callBegan(): void {
    this.calls += 1;
  }

  callEnded(): void {
    this.calls -= 1;
    if (this.isEnding && this.isIdle) this.options.ended(true);
  }

  connected(): void {
    this.connections += 1;
  }

  disconnected(): void {
    this.connections -= 1;
    if (this.options.hasOwner) this.endUnlessConnected();
  }

  /**
   * An interrupt or a termination reaches every process of the terminal's or the job's process group. With a
   * connection, its Terraform decides by StopProvider and Shutdown. Without one, nothing is left to wait for.
   */
  signalled(): void {
    if (this.options.hasOwner) this.endUnlessConnected();
    else this.end();
  }

  private endUnlessConnected(): void {
    if (this.connections === 0) this.end();
  }

  end(): void {
    if (this.isEnding) return;
    this.isEnding = true;
    if (!this.isIdle) {
      this.options.stop();
      this.options.after(gracePeriod, () => this.options.ended(false));
    } else {
      this.options.ended(true);
    }
  }
}
