import { promises as files } from 'node:fs';
import { join } from 'node:path';
import { type Intent, importedLine, type JournalEntry, readPages, type Step, unseenLine } from './entry';
import { JournalFile, type OwnEntry } from './journal-file';
import { LeftFile } from './left-file';
import type { JournalLocation } from './location';
import { isAlive } from './owner';
import { statePlaceIn } from './state-place';

/** A creation that another process began and that is in no state as far as anybody knows. */
export interface LeftEntry extends JournalEntry {
  /** Whether the process that began it is still there, and may yet bring it to its end. */
  readonly isOwnerAlive: boolean;
  /** Place of the states that its object could be in. */
  readonly statePlace: string | undefined;
  /** File that holds it. */
  readonly path: string;
}

/**
 * The write-ahead journal of creations: what may exist on the platform without being in a state. One file a
 * process, so that no two processes ever write the same line's end.
 */
export class Journal {
  private own: Promise<JournalFile> | undefined;
  private files: readonly LeftFile[] = [];

  constructor(private readonly location: JournalLocation) {}

  /** What other processes left open. Reads the folder anew; files that hold nothing open any more go. */
  async left(): Promise<readonly LeftEntry[]> {
    const names = await files.readdir(this.location.folder).catch(() => []);
    const ownPath = (await this.own?.catch(() => undefined))?.path;
    const paths = names
      .filter(name => name.startsWith(this.location.prefix))
      .map(name => join(this.location.folder, name))
      .filter(path => path !== ownPath);
    const loaded = await Promise.all(paths.map(loadFile));
    this.files = loaded.filter(file => file !== undefined);
    for (const file of this.files) file.removeIfDone();
    return this.entries();
  }

  /** As of the last look into the folder. */
  entries(): readonly LeftEntry[] {
    return this.files.flatMap(file => file.open());
  }

  /** Open entries that say that they made this object. */
  entriesOf(id: string): readonly LeftEntry[] {
    return this.files.flatMap(file => file.openOf(id));
  }

  /** Open entries that know of no object. */
  entriesWithoutId(): readonly LeftEntry[] {
    return this.files.flatMap(file => file.openWithoutId());
  }

  /** Whether some entry, open or closed, says that it made this object. */
  knows(id: string): boolean {
    return this.files.some(file => file.knows(id));
  }

  /** Where the states of this run are, to be compared with an entry's. */
  statePlace(): Promise<string> {
    return statePlaceIn(this.location.data);
  }

  async begin(intent: Intent): Promise<OwnEntry> {
    this.own ??= JournalFile.create(this.location);
    return (await this.own).begin(intent);
  }

  async close(): Promise<void> {
    await (await this.own?.catch(() => undefined))?.close();
  }

  /** Writes at once: a process that plans may end with its next answer. */
  mark({ path, number }: Pick<LeftEntry, 'path' | 'number'>, step: Step): void {
    this.file(path)?.mark(number, step);
  }

  /** Notes that a run has looked at all states without seeing it; done when the call returns. */
  noteUnseen({ path, number }: LeftEntry, run: string): void {
    this.file(path)?.append(unseenLine(number, run));
  }

  noteImported({ path, number }: LeftEntry): void {
    this.file(path)?.append(importedLine(number));
  }

  private file(path: string): LeftFile | undefined {
    return this.files.find(file => file.path === path);
  }
}

async function loadFile(path: string): Promise<LeftFile | undefined> {
  try {
    const pages = readPages(await files.readFile(path, 'utf8'));
    return pages && new LeftFile(path, await isAlive(pages.owner), pages);
  } catch {
    // Another process has just finished with it, or it is not ours to read.
    return undefined;
  }
}
