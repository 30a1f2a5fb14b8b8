/** Told what becomes of an answer. Both run to their end before the process may leave. */
export interface AnswerListener {
  /** Right before the answer goes out; never, when nobody is there to hear it. */
  answering(): void;
  /** The call is over. `wasHeard` says that the answer went out whole to somebody who was still there. */
  answered(wasHeard: boolean): void;
}

/** The answer of one call, for those who have to know whether it found anyone. */
export class AnswerWatch {
  private readonly listeners: AnswerListener[] = [];

  add(listener: AnswerListener): void {
    this.listeners.push(listener);
  }

  answering(): void {
    for (const listener of this.listeners) listener.answering();
  }

  answered(wasHeard: boolean): void {
    for (const listener of this.listeners) listener.answered(wasHeard);
  }
}
