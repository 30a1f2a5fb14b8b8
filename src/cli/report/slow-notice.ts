import { say } from '../say';

/** Milliseconds after which a person wants to know what goes on. */
const patience = 1000;

/** Says what goes on if it takes longer than a second and a person watches. */
export class SlowNotice {
  private readonly timer: NodeJS.Timeout | undefined;

  constructor(line: string, stream: NodeJS.WriteStream) {
    if (stream.isTTY) this.timer = setTimeout(() => say(line, stream), patience);
  }

  end(): void {
    clearTimeout(this.timer);
  }
}
