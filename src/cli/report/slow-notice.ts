import { say } from '../say';

/** Milliseconds without output before the notice. */
const patience = 1000;

/** Prints a notice if the work takes longer than a second and stderr is a terminal. */
export class SlowNotice {
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(line: string, stream: NodeJS.WriteStream) {
    if (stream.isTTY) this.timer = setTimeout(() => say(line, stream), patience);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
