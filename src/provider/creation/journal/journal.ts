import { randomUUID } from 'node:crypto';
import { promises as files, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { normalizedAddress } from '../../../client';
import { Claims } from './claims';
import type { PastEntry, Standing } from './entry';
import { type Intent, lines, type PlanRecord, type RunRecord, readPages } from './entry';
import { JournalFile, nameOfRun, type OwnEntry } from './journal-file';
import { isSameProcess, livenessOf } from './owner';
import { PastFile } from './past-file';
import { writerOf } from './saved-plan';

export interface JournalOptions {
  readonly folder: string;
  /** Address of the platform whose entries are read. Absent: the entries of all platforms. */
  readonly platform?: string;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly now: () => number;
}

/** @param configured the setting `journal_directory`; without it the journal is in Terraform's data directory */
export function journalFolder({ data }: Pick<RunRecord, 'data'>, configured: string | undefined): string {
  return configured ? resolve(configured) : join(data, 'svc-journal');
}

/**
 * The write-ahead journal of creates: objects that may exist on the platform without being in a state. Each process has
 * its own file, so that no two processes append to one file.
 */
export class Journal {
  private readonly claims: Claims;
  private own: JournalFile | undefined;
  private files: readonly PastFile[] = [];

  constructor(private readonly options: JournalOptions) {
    this.claims = new Claims(options.folder);
  }

  /** Reads what other processes left. Removes files that are no longer needed. */
  async read(): Promise<readonly PastEntry[]> {
    const { folder, platform } = this.options;
    const paths = namesIn(folder)
      .filter(name => name.endsWith('.jsonl'))
      .map(name => join(folder, name))
      .filter(path => path !== this.own?.path);
    const read = await Promise.all(paths.map(readFile));
    const isOfPlatform = ({ pages: { run } }: PastFile) =>
      platform === undefined || normalizedAddress(run.platform) === normalizedAddress(platform);
    this.files = read.filter(file => file !== undefined).filter(isOfPlatform);
    return this.open();
  }

  /** Removes files that are no longer needed. A plan is needed until its apply has found it. */
  async tidy(): Promise<void> {
    if (!this.hasUnanswered) for (const file of this.files) file.removeIfDone(this.options.now());
    await this.claims.tidy(namesIn(this.options.folder));
  }

  /** True if only this process may act on the entry, or the object, with that name. */
  claim(name: string, { owner, terraform }: RunRecord): boolean {
    // Terraform outlives its providers. Each of them serves one provider block of the same apply.
    return this.claims.take(name, terraform ?? owner);
  }

  /** Returns the open entries, as of the last read. */
  open(): readonly PastEntry[] {
    return this.files.flatMap(file => file.open());
  }

  openOf(id: string): readonly PastEntry[] {
    return this.files.flatMap(file => file.openOf(id));
  }

  /** True if some entry, open or closed, has this id. */
  knows(id: string): boolean {
    return this.files.some(file => file.knows(id));
  }

  /** Writes synchronously: a process that plans may exit with its next answer. */
  close({ path, number }: Pick<PastEntry, 'path' | 'number'>): void {
    const file = this.file(path);
    file?.drop(number);
    if (this.hasUnanswered || !file?.removeIfDone(this.options.now())) file?.close(number);
  }

  pass({ path, number }: Pick<PastEntry, 'path' | 'number'>): void {
    this.file(path)?.pass(number);
  }

  /** Returns the plans of the same Terraform run, or of the run that wrote this saved plan. */
  planOf(terraform: RunRecord['terraform'], savedPlan: string | undefined): readonly PlanRecord[] {
    const plans = this.files.flatMap(({ pages: { plan, run } }) =>
      plan === undefined ? [] : [{ plan, run }],
    );
    const latest = savedPlan === undefined ? undefined : writerOf(savedPlan, plans);
    // One record for each provider block.
    return plans
      .filter(({ run }) => isSameProcess(run.terraform, terraform) || isSameProcess(run.terraform, latest))
      .map(({ plan }) => plan);
  }

  /** @throws {Error} of the file system */
  begin(run: RunRecord, intent: Intent, failed: (error: unknown) => void): Promise<OwnEntry> {
    return this.ownFile(run).begin(intent, failed);
  }

  /** True if another process of the same Terraform, for another provider block, has written a file. */
  hasSiblings(run: RunRecord): boolean {
    return namesIn(this.options.folder).some(name => name.startsWith(nameOfRun(run)));
  }

  /**
   * Writes synchronously.
   * @throws {Error} of the file system
   */
  recordPlan(run: RunRecord, plan: PlanRecord): void {
    this.ownFile(run).write(lines.plan(plan));
  }

  /** Records that the process ended normally, if it has written anything. */
  end(): void {
    try {
      this.own?.write(lines.ended());
    } catch {
      // The next run then treats this process as cut off, and checks.
    }
  }

  dispose(): void {
    this.own?.close();
  }

  /** True if a run that has written here is still alive. */
  get isBusy(): boolean {
    return this.files.some(({ isAlive }) => isAlive);
  }

  /** True while a request without an answer is open. The ids of closed entries then tell the owners of look-alikes. */
  private get hasUnanswered(): boolean {
    return this.files.some(file => file.hasUnanswered);
  }

  private ownFile(run: RunRecord): JournalFile {
    this.own ??= JournalFile.create(this.options.folder, run, randomUUID().slice(0, 8));
    return this.own;
  }

  private file(path: string): PastFile | undefined {
    return this.files.find(file => file.path === path);
  }
}

/** Reads synchronously. The folder rarely exists, and loading Node's asynchronous API takes longer than the read. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

async function readFile(path: string): Promise<PastFile | undefined> {
  try {
    const pages = readPages(await files.readFile(path, 'utf8'));
    return pages && new PastFile(path, pages, await standingOf(pages));
  } catch {
    // Another process has just removed the file, or this process may not read it.
    return undefined;
  }
}

async function standingOf({
  run: { owner, terraform },
  hasEnded,
}: ReturnType<typeof readPages> & object): Promise<Standing> {
  const liveness = await Promise.all(
    [owner, ...(terraform === undefined ? [] : [terraform])].map(livenessOf),
  );
  if (liveness.includes('alive')) return 'alive';
  if (liveness.includes('unknown')) return 'unknown';
  return hasEnded ? 'ended' : 'cut off';
}
