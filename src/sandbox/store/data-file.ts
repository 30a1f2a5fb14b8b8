import { statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { replaceFile } from '../../files/replace-file';
import { DataFileError, errorCode } from './saved-platform';

/**
 * Writes the platform to its data file: completely, by an atomic rename, with access for the owner only, since it
 * contains keys and secrets. Changes during a write share the next write, so a burst costs two writes.
 */
export class DataFile {
  readonly #path: string;
  readonly #content: () => string;
  /** Identifies the file by inode and time, so that a file of another program is not overwritten. */
  #known: string | undefined;
  #changed = false;
  #writing: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;

  /** @param content returns the new content */
  constructor(path: string, content: () => string) {
    this.#path = path;
    this.#content = content;
    this.#known = fileVersion(path);
  }

  /** Records a change. It is on disk when `settled()` resolves. */
  changed(): void {
    this.#changed = true;
    // The caller awaits settled() and gets the error there. Without this, Node.js would report an unhandled
    // rejection.
    this.settled().catch(() => {});
  }

  /**
   * Resolves when every change so far is on disk.
   * @throws {DataFileError} if the file cannot be written
   */
  settled(): Promise<void> {
    if (!this.#changed) return this.#writing;
    this.#next ??= this.#writeAfter(this.#writing.catch(() => {}));
    return this.#next;
  }

  async #writeAfter(previous: Promise<void>): Promise<void> {
    await previous;
    await setImmediate();
    this.#changed = false;
    this.#writing = this.#next ?? Promise.resolve();
    this.#next = undefined;
    try {
      this.#write();
    } catch (error) {
      this.#changed = true;
      throw error;
    }
  }

  #write(): void {
    if (fileVersion(this.#path) !== this.#known) {
      throw new DataFileError(
        `Another program, perhaps a second sandbox, has changed the data file ${this.#path}. It is left ` +
          'as it is.',
      );
    }
    try {
      replaceFile(this.#path, this.#content(), { mode: 0o600 });
    } catch (error) {
      throw new DataFileError(`The data file ${this.#path} cannot be written (${errorCode(error)}).`);
    }
    this.#known = fileVersion(this.#path);
  }
}

function fileVersion(path: string): string | undefined {
  const stats = statSync(path, { throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeMs}`;
}
