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
  /** Address of the platform that the entries are of; absent for those of all platforms. */
  readonly platform?: string;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly now: () => number;
}

/** @param configured the setting `journal_directory`; without it the journal lies in Terraform's data directory */
export function journalFolder({ data }: Pick<RunRecord, 'data'>, configured: string | undefined): string {
  return configured ? resolve(configured) : join(data, 'svc-journal');
}

/**
 * The write-ahead journal of creations: what may exist on the platform without being in a state. One file a process,
 * so that no two processes write to one file's end.
 */
export class Journal {
  private readonly claims: Claims;
  private own: JournalFile | undefined;
  private files: readonly PastFile[] = [];

  constructor(private readonly options: JournalOptions) {
    this.claims = new Claims(options.folder);
  }

  /** Reads what other processes left; removes files that are of no use any more. */
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

  /** Removes files that are of no use any more. A plan that its apply has still to find is of use until then. */
  async tidy(): Promise<void> {
    if (!this.hasUnanswered) for (const file of this.files) file.removeIfDone(this.options.now());
    await this.claims.tidy(namesIn(this.options.folder));
  }

  /** Whether this process alone may act on the entry, or on the object, of that name. */
  claim(name: string, { owner, terraform }: RunRecord): boolean {
    // Terraform outlives its providers: each serves one provider block of the same apply.
    return this.claims.take(name, terraform ?? owner);
  }

  /** Open entries, as of the last reading. */
  open(): readonly PastEntry[] {
    return this.files.flatMap(file => file.open());
  }

  openOf(id: string): readonly PastEntry[] {
    return this.files.flatMap(file => file.openOf(id));
  }

  /** Whether some entry, open or closed, has this id. */
  knows(id: string): boolean {
    return this.files.some(file => file.knows(id));
  }

  /** Writes at once: a process that plans may end with its next answer. */
  close({ path, number }: Pick<PastEntry, 'path' | 'number'>): void {
    const file = this.file(path);
    file?.drop(number);
    if (this.hasUnanswered || !file?.removeIfDone(this.options.now())) file?.close(number);
  }

  pass({ path, number }: Pick<PastEntry, 'path' | 'number'>): void {
    this.file(path)?.pass(number);
  }

  /** What the plan of the same run of Terraform left, or the plan run that wrote this saved plan. */
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

  /** @throws {Error} of the file system. */
  begin(run: RunRecord, intent: Intent, failed: (error: unknown) => void): Promise<OwnEntry> {
    return this.ownFile(run).begin(intent, failed);
  }

  /** Whether another process of the same Terraform, for another provider block, has written something. */
  hasSiblings(run: RunRecord): boolean {
    return namesIn(this.options.folder).some(name => name.startsWith(nameOfRun(run)));
  }

  /** Written when the call returns. @throws {Error} of the file system. */
  recordPlan(run: RunRecord, plan: PlanRecord): void {
    this.ownFile(run).write(lines.plan(plan));
  }

  /** Notes that the process ended in order, where it has written anything. */
  end(): void {
    try {
      this.own?.write(lines.ended());
    } catch {
      // The next run takes it for one that was cut off, and looks.
    }
  }

  dispose(): void {
    this.own?.close();
  }

  /** Whether some run that has written here still goes on. */
  get isBusy(): boolean {
    return this.files.some(({ isAlive }) => isAlive);
  }

  /** While a request without an answer is open, the ids of closed entries tell whose the objects are that look the same. */
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

/** At once: nearly always there is no such folder, and loading Node's other way to look takes longer than looking. */
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
    // Another process has just removed it, or it is not ours to read.
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
