import { closeSync, constants, openSync, unlinkSync, writeSync } from 'node:fs';
import { type JournalEntry, type JournalPages, type Step, stepLine } from './entry';
import type { LeftEntry } from './journal';

/**
 * The journal of another process, as read. After an apply of thousands the next plan asks it once for each resource and
 * closes an entry each time, so neither may look at all the others.
 */
export class LeftFile {
  private readonly opened = new Map<number, JournalEntry>();
  /** Numbers of the open entries that know of no object. */
  private readonly withoutId = new Set<number>();
  /** Numbers of all entries, closed ones too, by the object they made. */
  private readonly byId = new Map<string, readonly number[]>();

  private readonly statePlace: string | undefined;

  constructor(
    readonly path: string,
    private readonly isOwnerAlive: boolean,
    { entries, statePlace }: JournalPages,
  ) {
    this.statePlace = statePlace;
    for (const { id, number } of entries) {
      if (id !== undefined) this.byId.set(id, [...(this.byId.get(id) ?? []), number]);
    }
    for (const entry of entries.filter(({ step }) => step !== 'closed')) {
      this.opened.set(entry.number, entry);
      if (entry.id === undefined) this.withoutId.add(entry.number);
    }
  }

  open(): readonly LeftEntry[] {
    return this.leftEntries([...this.opened.keys()]);
  }

  openOf(id: string): readonly LeftEntry[] {
    return this.leftEntries(this.byId.get(id) ?? []);
  }

  openWithoutId(): readonly LeftEntry[] {
    return this.leftEntries([...this.withoutId]);
  }

  knows(id: string): boolean {
    return this.byId.has(id);
  }

  mark(number: number, step: Step): void {
    const entry = this.opened.get(number);
    if (step === 'closed') {
      this.opened.delete(number);
      this.withoutId.delete(number);
    } else if (entry !== undefined) this.opened.set(number, { ...entry, step });
    if (!this.removeIfDone()) this.append(stepLine(number, step));
  }

  /** Done when the call returns. Not `appendFile`, which makes a file anew that another process has just finished with. */
  append(line: string): void {
    try {
      const file = openSync(this.path, constants.O_WRONLY | constants.O_APPEND);
      writeSync(file, line);
      closeSync(file);
    } catch {
      // Whoever comes next finds the entry as it was, and does the same again.
    }
  }

  /** Whether it is gone: its writer has ended, and nothing in it is open. */
  removeIfDone(): boolean {
    if (this.isOwnerAlive || this.opened.size > 0) return false;
    try {
      unlinkSync(this.path);
    } catch {
      // Another process was quicker.
    }
    return true;
  }

  private leftEntries(numbers: readonly number[]): readonly LeftEntry[] {
    const { path, isOwnerAlive, statePlace } = this;
    return numbers.flatMap(number => {
      const entry = this.opened.get(number);
      return entry === undefined ? [] : [{ ...entry, path, isOwnerAlive, statePlace }];
    });
  }
}
