import { closeSync, constants, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { type Entry, lineOf } from './entry';

/**
 * Adds all of the text and closes the file, or throws: `writeSync` returns after a part of it if the disk is nearly full.
 * The system has the text then, whatever kills this process. It does not wait for the disk (decision 8).
 */
export function writeAll(file: number, text: string): void {
  try {
    writeFileSync(file, Buffer.from(text));
  } finally {
    closeSync(file);
  }
}

/** Adds to a file that exists. Without O_CREAT, a file that was removed does not come back. */
export function addLine(path: string, text: string): void {
  writeAll(openSync(path, constants.O_WRONLY | constants.O_APPEND), text);
}

/** An entry of this process. No method fails: an unwritable journal costs the protection, not the object. */
export class OwnEntry {
  id: string | undefined;

  /**
   * @param path undefined if the entry could not be written
   * @param isOld true if an earlier run has sent the request
   * @param failed called with the reason if a line cannot be written
   */
  constructor(
    private readonly path: string | undefined,
    readonly entry: Pick<Entry, 'idempotencyKey' | 'start' | 'id'>,
    readonly isOld: boolean,
    private readonly failed: (error: unknown) => void,
  ) {
    this.id = entry.id;
  }

  /** Records the id of an answer. Recorded when the call returns. */
  answered(id: string): void {
    if (this.id === id) return;
    this.id = id;
    try {
      if (this.path !== undefined) addLine(this.path, lineOf({ id }));
    } catch (error) {
      this.failed(error);
    }
  }

  /** Removes the entry: no object of this create needs attention. Removed when the call returns. */
  close(): void {
    if (this.path !== undefined) remove(this.path);
  }
}

export function remove(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It is gone already, or the next run finds it unchanged and does the same again.
  }
}
