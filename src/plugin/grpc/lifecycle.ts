/** How long work in flight may go on once Terraform is leaving, in milliseconds: Terraform kills after 2000. */
const gracePeriod = 1800;

/** How long a started process waits for its first connection, in milliseconds, as Terraform itself does. */
const firstConnection = 60_000;

export interface LifecycleOptions {
  /** The launch is over; `isIdle` is false where calls go on all the same. */
  end: (isIdle: boolean) => void;
  /** Asks running calls to come to an end early. */
  stop: () => void;
  after: (milliseconds: number, action: () => void) => void;
}

/**
 * Decides when a launch ends: on Shutdown, and when the last connection is gone (a killed Terraform must
 * leave no orphan). At once when nothing is running; otherwise when that is done, or gracePeriod is over.
 */
export class Lifecycle {
  private calls = 0;
  private connections = 0;
  private leaving = false;

  constructor(private readonly options: LifecycleOptions) {
    options.after(firstConnection, () => {
      if (this.connections === 0) this.leave();
    });
  }

  get isIdle(): boolean {
    return this.calls === 0;
  }

  callBegan(): void {
    this.calls += 1;
  }

  callEnded(): void {
    this.calls -= 1;
    if (this.leaving && this.calls === 0) this.options.end(true);
  }

  connected(): void {
    this.connections += 1;
  }

  disconnected(): void {
    this.connections -= 1;
    if (this.connections === 0) this.leave();
  }

  /**
   * An interrupt or a termination reaches every process of the terminal's or the job's group. While Terraform
   * is there it decides, by StopProvider and Shutdown; without it there is nobody to wait for.
   */
  signalled(): void {
    if (this.connections === 0) this.leave();
  }

  leave(): void {
    if (this.leaving) return;
    this.leaving = true;
    if (this.calls > 0) {
      this.options.stop();
      this.options.after(gracePeriod, () => this.options.end(false));
    } else {
      this.options.end(true);
    }
  }
}
