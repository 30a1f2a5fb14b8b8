import {
  closeSync,
  existsSync,
  fdatasync,
  fdatasyncSync,
  mkdirSync,
  openSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Intent, lines, type RunRecord } from './entry';

/** Part of the name of every file of one run of Terraform: each provider block has a process of its own. */
export const nameOfRun = ({ terraform }: RunRecord): string => `${terraform?.pid ?? 'unknown'}-`;

/** Not `recursive`: Node's own way never ends where the system says ENOENT below a folder that exists, as /proc does. */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process was quicker.
    if (!existsSync(folder)) throw error;
  }
}

const flushed = promisify(fdatasync);

/** One creation of this process. No method fails: a journal that cannot be written costs its protection, never the object. */
export interface OwnEntry {
  /** The same request goes out again, at this moment of the platform's clock. Resolves when that is on the disk. */
  repeated(began: number | undefined): Promise<void>;
  /** The platform has answered with this id. Resolves when that is on the disk. */
  answered(id: string): Promise<void>;
  /** No object of this creation is left to look after. Written when the call returns. */
  close(): void;
}

/** The file that this process writes. */
export class JournalFile {
  private entries = 0;

  private constructor(
    readonly path: string,
    private readonly descriptor: number,
  ) {}

  /** @throws {Error} of the file system, where the folder cannot be written. */
  static create(folder: string, run: RunRecord, unique: string): JournalFile {
    makeFolder(folder);
    const path = join(folder, `${nameOfRun(run)}${run.owner.pid}-${unique}.jsonl`);
    const file = new JournalFile(path, openSync(path, 'ax', 0o600));
    try {
      file.write(lines.run(run));
      return file;
    } catch (error) {
      // A full disk: a file that says nothing would stay for ever.
      closeSync(file.descriptor);
      unlinkSync(path);
      throw error;
    }
  }

  /** @param failed told why the entry, or a later step of it, is not on the disk */
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
          writeSync(this.descriptor, lines.closed(number));
        } catch (error) {
          failed(error);
        }
      },
    };
  }

  /** Written when the call returns: the process may end with the next answer. @throws {Error} of the file system */
  write(text: string): void {
    writeSync(this.descriptor, text);
    fdatasyncSync(this.descriptor);
  }

  close(): void {
    closeSync(this.descriptor);
  }

  /** The line is written at once, and on the disk when the promise resolves. */
  private async append(text: string): Promise<void> {
    writeSync(this.descriptor, text);
    await flushed(this.descriptor);
  }
}
