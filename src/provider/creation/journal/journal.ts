import { randomUUID } from 'node:crypto';
import {
  accessSync,
  constants,
  mkdirSync,
  open,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Refused } from '../../errors/refused';
import { type Entry, type Intent, lineOf, parseEntry, partsOf } from './entry';
import { addLine, OwnEntry, remove, writeAll } from './own-entry';
import { type Liveness, livenessOf, processOfName } from './owner';

const opened = promisify(open);

/** Others own or can write the folder of the journal. What they write there must not decide about objects. */
export class JournalOfOthers extends Refused {
  override readonly name = 'JournalOfOthers';

  constructor(readonly folder: string) {
    super(
      'Journal belongs to others',
      `The journal of creates is in ${folder}, which other users own or can write.`,
      'Make it yours alone (chown, chmod 700), or set journal_directory or SVC_JOURNAL_DIR to a folder that is.',
    );
  }
}

/**
 * The record of creates on disk: a folder with a file for each create that may be in no state. Every process of every
 * run reads and writes it, so each change is one file operation: create, append, rename, remove.
 */
export class Journal {
  private readonly entries = new Set<Entry>();
  /** After an apply of thousands, the next plan looks up each object once, and must not scan all entries each time. */
  private readonly byId = new Map<string, readonly Entry[]>();
  private readonly living = new Map<string, Liveness>();

  /** @throws {JournalOfOthers} */
  constructor(readonly folder: string) {
    if (process.getuid === undefined) return;
    const stat = statSync(folder, { throwIfNoEntry: false });
    if (stat?.isDirectory() && (stat.uid !== process.getuid() || (stat.mode & 0o022) !== 0))
      throw new JournalOfOthers(folder);
  }

  /** Reads what all processes have written. */
  async read(): Promise<void> {
    this.entries.clear();
    this.byId.clear();
    for (const name of namesIn(this.folder)) {
      const entry = this.readEntry(name);
      if (entry === undefined) continue;
      this.entries.add(entry);
      if (entry.id !== undefined) this.byId.set(entry.id, [...this.withId(entry.id), entry]);
    }
    const owners = new Set([...this.entries].map(({ file }) => ownerOf(file)));
    for (const owner of owners) {
      const identity = processOfName(owner);
      this.living.set(owner, identity === undefined ? 'unknown' : await livenessOf(identity));
    }
  }

  /** Returns the entries as of the last read, those with an id first. */
  all(): readonly Entry[] {
    return [...this.entries].toSorted((one, other) => Number(!one.id) - Number(!other.id));
  }

  withId(id: string): readonly Entry[] {
    return this.byId.get(id) ?? [];
  }

  standing({ file }: Entry): Liveness {
    return this.living.get(ownerOf(file)) ?? 'unknown';
  }

  /**
   * Records a create before its request. Resolves once it is recorded.
   * @param failed called with the reason if the entry, or a later line of it, cannot be written
   */
  async begin(owner: string, intent: Intent, failed: (error: unknown) => void): Promise<OwnEntry> {
    const path = join(this.folder, `${owner}.${randomUUID()}.json`);
    const facts = { ...intent, id: undefined };
    // Not synchronously: in a new folder, ext4 takes 0.2 ms for each file, and a thousand creates would wait for them.
    const create = () => opened(path, 'ax', 0o600);
    try {
      const file = await create().catch(() => {
        mkdirSync(this.folder, { recursive: true, mode: 0o700 });
        return create();
      });
      writeAll(file, lineOf(intent));
      return new OwnEntry(path, facts, false, failed);
    } catch (error) {
      // Without this, a full disk would leave an empty file.
      remove(path);
      failed(error);
      return new OwnEntry(undefined, facts, false, failed);
    }
  }

  /** False on a read-only disk: an entry that cannot be claimed or removed could serve two creates. */
  get isWritable(): boolean {
    try {
      accessSync(this.folder, constants.W_OK);
      return true;
    } catch {
      return false;
    }
  }

  /** Makes this process the owner of an entry. Returns undefined if another process was first. */
  claim(owner: string, entry: Entry, failed: (error: unknown) => void): OwnEntry | undefined {
    const [, number = ''] = partsOf(entry.file) ?? [];
    const path = join(this.folder, `${owner}.${number}.json`);
    try {
      renameSync(join(this.folder, entry.file), path);
    } catch {
      return undefined;
    }
    this.entries.delete(entry);
    return new OwnEntry(path, entry, true, failed);
  }

  /** Removes an entry: a state has its object, or the object is gone. */
  close(entry: Entry): void {
    this.entries.delete(entry);
    remove(join(this.folder, entry.file));
  }

  mark(entry: Entry, mark: Entry['mark']): void {
    if (entry.mark === mark) return;
    try {
      addLine(join(this.folder, entry.file), lineOf({ mark: mark ?? 'none' }));
    } catch {
      // The apply does nothing about the entry, and the next plan marks it.
    }
  }

  private readEntry(name: string): Entry | undefined {
    if (partsOf(name) === undefined) return undefined;
    try {
      return parseEntry(name, readFileSync(join(this.folder, name), 'utf8'));
    } catch {
      // Another process has just removed or claimed it.
      return undefined;
    }
  }
}

const ownerOf = (file: string) => partsOf(file)?.[0] ?? '';

/** Reads synchronously. The folder rarely exists, and loading Node's asynchronous API takes longer than the read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
