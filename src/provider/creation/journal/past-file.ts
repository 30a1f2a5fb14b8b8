import { closeSync, constants, openSync, unlinkSync, writeFileSync } from 'node:fs';
import type { PastEntry, Standing } from './entry';
import { type JournalEntry, type JournalPages, lines } from './entry';
import { isSavedAs } from './saved-plan';

/** How long the record of a plan is kept for its apply, milliseconds: 30 days. */
const planKeptFor = 30 * 24 * 60 * 60 * 1000;

/**
 * The journal file of another process. After an apply of thousands, the next plan looks up each object once and closes
 * one entry each time. Neither operation may scan all entries.
 */
export class PastFile {
  private readonly opened = new Map<number, JournalEntry>();
  private unanswered = 0;
  /** Numbers of all entries by id, closed ones included. */
  private readonly byId = new Map<string, readonly number[]>();

  constructor(
    readonly path: string,
    readonly pages: JournalPages,
    private readonly standing: Standing,
  ) {
    for (const entry of pages.entries) {
      const { id, number, isClosed } = entry;
      if (id !== undefined) this.byId.set(id, [...(this.byId.get(id) ?? []), number]);
      if (isClosed) continue;
      this.opened.set(number, entry);
      if (id === undefined) this.unanswered += 1;
    }
  }

  open(): readonly PastEntry[] {
    return this.pastEntries([...this.opened.keys()]);
  }

  openOf(id: string): readonly PastEntry[] {
    return this.pastEntries(this.byId.get(id) ?? []);
  }

  knows(id: string): boolean {
    return this.byId.has(id);
  }

  /** A counter: an apply of thousands asks each time it closes an entry. */
  get hasUnanswered(): boolean {
    return this.unanswered > 0;
  }

  drop(number: number): void {
    if (this.opened.has(number) && this.opened.get(number)?.id === undefined) this.unanswered -= 1;
    this.opened.delete(number);
  }

  close(number: number): void {
    this.append(lines.closed(number));
  }

  get isAlive(): boolean {
    return this.standing === 'alive';
  }

  pass(number: number): void {
    this.append(lines.passed(number));
  }

  /** Removes the file once its writer is gone and its content is no longer needed. */
  removeIfDone(now: number): boolean {
    const { plan } = this.pages;
    const isPlanOfUse = plan !== undefined && now - plan.ended < planKeptFor && isSavedAs(plan);
    const isOver = this.standing === 'ended' || this.standing === 'cut off';
    if (!isOver || this.opened.size > 0 || isPlanOfUse) return false;
    try {
      unlinkSync(this.path);
    } catch {
      // Another process has removed it first.
    }
    return true;
  }

  /**
   * Writes synchronously. `appendFile` would create the file again after another process has removed it. The writer may have
   * been cut off in a line, which ends here.
   */
  private append(text: string): void {
    try {
      const file = openSync(this.path, constants.O_WRONLY | constants.O_APPEND);
      try {
        writeFileSync(file, Buffer.from(`\n${text}`));
      } finally {
        closeSync(file);
      }
    } catch {
      // The next run finds the entry unchanged, and does the same again.
    }
  }

  private pastEntries(numbers: readonly number[]): readonly PastEntry[] {
    const { path, standing, pages } = this;
    return numbers.flatMap(number => {
      const entry = this.opened.get(number);
      return entry === undefined ? [] : [{ ...entry, path, standing, run: pages.run }];
    });
  }
}
