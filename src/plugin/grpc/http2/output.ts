import type { Duplex } from 'node:stream';
import { concatenate } from './one-buffer';

/** Called when what was sent up to now is with the operating system, or cannot get there. */
export type SentListener = () => void;

/**
 * What goes out on a connection. All that is sent in one turn of the event loop leaves in one write: Terraform
 * asks for many things at once, and a write costs more than an answer.
 */
export class Output {
  private waiting: Buffer[] = [];
  private listeners: SentListener[] = [];

  constructor(private readonly socket: Duplex) {}

  send(bytes: Buffer): void {
    if (this.waiting.length === 0) setImmediate(() => this.flush());
    this.waiting.push(bytes);
  }

  /** Sends the last bytes of something whose sender waits for them to be out. */
  sendLast(bytes: Buffer, whenSent: SentListener): void {
    this.send(bytes);
    this.listeners.push(whenSent);
  }

  /** Sends what there is, now. */
  flush(): void {
    const { waiting, listeners } = this;
    if (waiting.length === 0) return;
    this.waiting = [];
    this.listeners = [];
    this.socket.write(concatenate(waiting), () => {
      for (const listener of listeners) listener();
    });
  }
}
