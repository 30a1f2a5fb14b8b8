import { closeSync, constants, promises as files, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import {
  type Intent,
  importedLine,
  type JournalEntry,
  type JournalPages,
  readPages,
  type Step,
  stepLine,
  unseenLine,
} from './entry';
import { JournalFile, type OwnEntry } from './journal-file';
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

interface LoadedFile extends JournalPages {
  readonly path: string;
  readonly isOwnerAlive: boolean;
}

/**
 * The write-ahead journal of creations: what may exist on the platform without being in a state. One file a
 * process, so that no two processes ever write the same line's end.
 */
export class Journal {
  private own: Promise<JournalFile> | undefined;
  private files: readonly LoadedFile[] = [];

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
    for (const file of this.files) removeIfDone(file);
    return this.entries();
  }

  /** As of the last look into the folder. */
  entries(): readonly LeftEntry[] {
    return this.files.flatMap(({ path, isOwnerAlive, statePlace, entries }) =>
      entries.filter(isOpen).map(entry => ({ ...entry, path, isOwnerAlive, statePlace })),
    );
  }

  /** Whether some entry, open or closed, says that it made this object. */
  knows(id: string): boolean {
    return this.files.some(({ entries }) => entries.some(entry => entry.id === id));
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
    this.files = this.files.map(file =>
      file.path === path ? { ...file, entries: file.entries.map(withStep(number, step)) } : file,
    );
    const file = this.files.find(candidate => candidate.path === path);
    if (file === undefined || removeIfDone(file)) return;
    append(path, stepLine(number, step));
  }

  /** Notes that a run has looked at all states without seeing it; done when the call returns. */
  noteUnseen({ path, number }: LeftEntry, run: string): void {
    append(path, unseenLine(number, run));
  }

  noteImported({ path, number }: LeftEntry): void {
    append(path, importedLine(number));
  }
}

/** Not `appendFile`, which makes a file anew that another process has just finished with. */
function append(path: string, line: string): void {
  try {
    const file = openSync(path, constants.O_WRONLY | constants.O_APPEND);
    writeSync(file, line);
    closeSync(file);
  } catch {
    // Whoever comes next finds the entry as it was, and does the same again.
  }
}

const withStep = (number: number, step: Step) => (entry: JournalEntry) =>
  entry.number === number ? { ...entry, step } : entry;

const isOpen = ({ step }: JournalEntry) => step !== 'closed';

async function loadFile(path: string): Promise<LoadedFile | undefined> {
  try {
    const pages = readPages(await files.readFile(path, 'utf8'));
    return pages && { ...pages, path, isOwnerAlive: await isAlive(pages.owner) };
  } catch {
    // Another process has just finished with it, or it is not ours to read.
    return undefined;
  }
}

function removeIfDone({ path, isOwnerAlive, entries }: LoadedFile): boolean {
  if (isOwnerAlive || entries.some(isOpen)) return false;
  try {
    unlinkSync(path);
  } catch {
    // Another process was quicker.
  }
  return true;
}
