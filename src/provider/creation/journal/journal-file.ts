import { promises as files, writeSync } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { firstLine, type Intent, intentLine, type Step, stepLine } from './entry';
import type { JournalLocation } from './location';
import { type Owner, thisProcess } from './owner';
import { statePlaceIn } from './state-place';

/** One creation of this process, from its intent to its end. */
export interface OwnEntry {
  /** The object exists. Resolves when that is on the disk. */
  made(id: string): Promise<void>;
  /** A step that Terraform's next word must not overtake; done when the call returns. */
  mark(step: Step): void;
}

/** The file that this process writes; made with its first entry, so that a plan makes none. */
export class JournalFile {
  private entries = 0;
  private pending = '';
  private flush: Promise<void> = Promise.resolve();
  private nextFlush: Promise<void> | undefined;

  private constructor(
    readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  /** @throws {Error} of the file system, where Terraform's data directory cannot be written. */
  static async create({ data, folder, prefix }: JournalLocation): Promise<JournalFile> {
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
    const [owner, statePlace] = await Promise.all([thisProcess(), statePlaceIn(data)]);
    const path = join(folder, nameOf(prefix, owner));
    const file = new JournalFile(path, await files.open(path, 'ax', 0o600));
    await file.append(firstLine(owner, statePlace));
    return file;
  }

  async begin(intent: Intent): Promise<OwnEntry> {
    this.entries += 1;
    const number = this.entries;
    await this.append(intentLine(number, intent));
    return {
      made: id => this.append(stepLine(number, 'made', id)),
      mark: step => {
        writeSync(this.handle.fd, stepLine(number, step));
      },
    };
  }

  async close(): Promise<void> {
    await this.flush;
    await this.handle.close();
  }

  /** Lines that come while others are written wait and share one flush: creations run ten at a time. */
  private append(line: string): Promise<void> {
    this.pending += line;
    this.nextFlush ??= this.flush.then(() => this.writePending());
    return this.nextFlush;
  }

  private async writePending(): Promise<void> {
    const text = this.pending;
    this.pending = '';
    this.flush = (this.nextFlush ?? this.flush).catch(() => undefined);
    this.nextFlush = undefined;
    await this.handle.appendFile(text);
    await this.handle.datasync();
  }
}

function nameOf(prefix: string, { pid, started }: Owner): string {
  return `${prefix}${pid}-${(started ?? 'unknown').replace(/\W+/g, '_')}.jsonl`;
}
