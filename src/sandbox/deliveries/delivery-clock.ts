interface Task {
  readonly due: number;
  readonly run: () => Promise<void>;
}

/**
 * The clock of deliveries. It runs `speed` times as fast as the real clock, and a test can advance it. So the four waits of
 * an abandoned delivery, 36 minutes, take seconds, or no time in a test. The platform's clock follows an advance.
 */
export class DeliveryClock {
  readonly #start: number;
  /** Milliseconds by which it was advanced. */
  skipped = 0;
  #tasks: Task[] = [];
  readonly #running = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #moves: Promise<void> = Promise.resolve();
  #moving = false;

  constructor(
    private readonly realNow: () => number,
    private readonly speed: number,
  ) {
    this.#start = realNow();
  }

  /** Milliseconds since 1970 on this clock. */
  now(): number {
    return this.#start + (this.realNow() - this.#start) * this.speed + this.skipped;
  }

  /** Runs a task when this clock reaches `due`. */
  schedule(due: number, run: () => Promise<void>): void {
    this.#tasks.push({ due, run });
    this.#tasks.sort((one, other) => one.due - other.due);
    this.#arm();
  }

  /** Runs a task immediately. `advance` waits for it. */
  async runNow(run: () => Promise<void>): Promise<void> {
    const running = run();
    this.#running.add(running);
    await running.finally(() => this.#running.delete(running));
  }

  /** Advances the clock. Resolves when all tasks due by then have ended, including the tasks that they scheduled. */
  advance(milliseconds: number): Promise<void> {
    this.#moves = this.#moves.then(() => this.#moveOn(milliseconds));
    return this.#moves;
  }

  clear(): void {
    this.#tasks = [];
    clearTimeout(this.#timer);
  }

  async #moveOn(milliseconds: number): Promise<void> {
    this.#moving = true;
    clearTimeout(this.#timer);
    const target = this.now() + milliseconds;
    await this.#finishRunning();
    for (let due = this.#nextDue(); due !== undefined && due <= target; due = this.#nextDue()) {
      this.#moveTo(due);
      this.#startDue(due);
      await this.#finishRunning();
    }
    this.#moveTo(target);
    this.#moving = false;
    this.#arm();
  }

  #moveTo(time: number): void {
    this.skipped += Math.max(0, time - this.now());
  }

  #nextDue(): number | undefined {
    return this.#tasks[0]?.due;
  }

  #startDue(due: number): void {
    const ready = this.#tasks.filter(task => task.due <= due);
    this.#tasks = this.#tasks.filter(task => task.due > due);
    for (const task of ready) void this.runNow(task.run);
  }

  async #finishRunning(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  #arm(): void {
    clearTimeout(this.#timer);
    const due = this.#nextDue();
    if (due === undefined || this.#moving) return;
    const wait = Math.max(0, (due - this.now()) / this.speed);
    // Do not compare with `now()` here: an injected clock may stand still, and the task would never run.
    this.#timer = setTimeout(() => {
      this.#startDue(due);
      this.#arm();
    }, wait);
  }
}
