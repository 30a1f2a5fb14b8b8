/** Runs tasks with the same key one after another. */
export class SerialTasks {
  private readonly last = new Map<string, Promise<unknown>>();

  run<Result>(key: string, task: () => Promise<Result>): Promise<Result> {
    const mine = (this.last.get(key) ?? Promise.resolve()).then(task, task);
    this.last.set(key, mine);
    return mine;
  }
}
