import type { Duplex } from 'node:stream';
import { concatenate } from './concatenate';
import { defaultFrameSize, initialWindow } from './protocol';

/**
 * The output of a connection. All bytes of one turn of the event loop are sent in one write: Terraform makes many
 * calls at once, and a write costs more than a response.
 */
export class Output {
  /** Bytes of data that the peer currently accepts on all streams together (RFC 9113, 5.2). */
  window = initialWindow;
  /** The largest payload of a frame, in bytes. */
  frameSize = defaultFrameSize;
  private waiting: Buffer[] = [];
  private listeners: (() => void)[] = [];

  constructor(private readonly socket: Duplex) {}

  /** @param whenSent called when all bytes so far are with the operating system, or cannot be sent */
  send(bytes: Buffer, whenSent?: () => void): void {
    if (this.waiting.length === 0) setImmediate(() => this.flush());
    this.waiting.push(bytes);
    if (whenSent !== undefined) this.listeners.push(whenSent);
  }

  /** Writes all queued bytes now. */
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
