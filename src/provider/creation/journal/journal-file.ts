import { closeSync, fdatasync, fdatasyncSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeFolder } from '../../../client';
import { type Intent, lines, type RunRecord } from './entry';

/** Common prefix of the file names of one Terraform run. Each provider block has its own process and file. */
export const nameOfRun = ({ terraform }: RunRecord): string => `${terraform?.pid ?? 'unknown'}-`;

const flushed = promisify(fdatasync);

/** One create of this process. No method fails: an unwritable journal costs the protection, not the object. */
export interface OwnEntry {
  /**
   * Records that the same request is sent again, at this time of the platform's clock. Resolves once it is on the disk.
   */
  repeated(began: number | undefined): Promise<void>;
  /** Records that the platform has answered with this id. Resolves once it is on the disk. */
  answered(id: string): Promise<void>;
  /** Records that no object of this create needs attention. Written when the call returns. */
  close(): void;
}

/** The file that this process writes. */
export class JournalFile {
  private entries = 0;
  /** True if the file ends in the middle of a line. */
  private isTorn = false;

  private constructor(
    readonly path: string,
    private readonly descriptor: number,
  ) {}

  /** @throws {Error} of the file system, if the folder cannot be written */
  static create(folder: string, run: RunRecord, unique: string): JournalFile {
    makeFolder(folder, 0o700);
    const path = join(folder, `${nameOfRun(run)}${run.owner.pid}-${unique}.jsonl`);
    const file = new JournalFile(path, openSync(path, 'ax', 0o600));
    try {
      file.write(lines.run(run));
      return file;
    } catch (error) {
      // The disk is full. Without this, an empty file would stay forever.
      closeSync(file.descriptor);
      unlinkSync(path);
      throw error;
    }
  }

  /** @param failed called with the reason if the entry, or a later step of it, is not on the disk */
  async begin(intent: Intent, failed: (error: unknown) => void): Promise<OwnEntry> {
    this.entries += 1;
    const number = this.entries;
    await this.append(lines.intent(number, intent)).catch(failed);
    return {
      repeated: async began => {
        if (began !== undefined) await this.append(lines.repeated(number, began)).catch(failed);
      },
      answered: id => this.append(lines.answered(number, id)).catch(failed),
      close: () => {
        try {
          this.add(lines.closed(number));
        } catch (error) {
          failed(error);
        }
      },
    };
  }

  /**
   * Writes synchronously: the process may exit with the next answer.
   * @throws {Error} of the file system
   */
  write(text: string): void {
    this.add(text);
    fdatasyncSync(this.descriptor);
  }

  close(): void {
    closeSync(this.descriptor);
  }

  /** Writes the line synchronously. The line is on the disk when the promise resolves. */
  private async append(text: string): Promise<void> {
    this.add(text);
    await flushed(this.descriptor);
  }

  /**
   * Adds whole lines, or throws. `writeSync` returns after a part of them if the disk is nearly full, and `writeFileSync`
   * writes on until the system refuses. The next line does not continue such a part.
   */
  private add(text: string): void {
    try {
      writeFileSync(this.descriptor, Buffer.from(this.isTorn ? `\n${text}` : text));
      this.isTorn = false;
    } catch (error) {
      this.isTorn = true;
      throw error;
    }
  }
}
