/** Lets work under one name begin only when the work before it is over. */
export class Turns {
  private readonly last = new Map<string, Promise<unknown>>();

  take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const mine = (this.last.get(name) ?? Promise.resolve()).then(work, work);
    this.last.set(name, mine);
    return mine;
  }
}
