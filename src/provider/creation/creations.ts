import { PlatformError } from '../../client';
import type { Warn } from '../../plugin/define/context';
import type { Leaving, Warning } from '../../plugin/define/definition';
import { Creation, type CreationOptions } from './creation';
import type { OwnEntry } from './journal/own-entry';
import { findNote, leaveNote, type PlanNote, removeEarlierNotes } from './journal/plan-note';
import type { Identified, Kind } from './kind';
import * as messages from './messages';
import { isLeftover } from './ownership';
import { PlannedCreates } from './planned-creates';
import { SharedSnapshots } from './snapshot';

export interface CreationsOptions
  extends Pick<
    CreationOptions,
    'journal' | 'run' | 'newIdempotencyKey' | 'platformNow' | 'lookAlikes' | 'acceptedLookAlikes'
  > {
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  /** Adds a warning to the beginning of a run. */
  readonly warn: Warn;
}

/** Creates each object once, also if an answer is lost or a process is killed. Decision 8 has the rules. */
export class Creations {
  /** Ids that a state has shown, that this process has created, or that the user has accepted. */
  private readonly known: Set<string>;
  /** Ids of objects that this process has deleted. A platform may give one again. */
  readonly deleted = new Set<string>();
  private readonly plannedCreates: PlannedCreates;
  private readonly snapshots: SharedSnapshots;
  /** Entries of objects that Terraform has received. */
  private readonly returned: OwnEntry[] = [];
  /** The last create of each kind and digest. Equal creates run one after another. */
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly note: PlanNote | undefined;
  private readonly plannedBefore: ReadonlySet<string>;
  /** Kinds whose planned creates were judged. */
  private readonly judged = new Map<Kind, Promise<void>>();
  private hasJournalFailed = false;

  private constructor(private readonly options: CreationsOptions) {
    const { journal, run, acceptedLookAlikes, monotonic, lookAlikes } = options;
    this.known = new Set(acceptedLookAlikes);
    this.note = findNote(journal.folder, run);
    this.plannedBefore = new Set(this.note?.planned.map(([type, digest]) => `${type} ${digest}`));
    this.plannedCreates = new PlannedCreates({ ...options, isKnown: this.isKnown });
    this.snapshots = new SharedSnapshots(monotonic, lookAlikes);
  }

  /** Reads what earlier processes left. */
  static async begin(options: CreationsOptions, kinds: readonly Kind[]): Promise<Creations> {
    await options.journal.read();
    const creations = new Creations(options);
    if (creations.isPlanning) await creations.nameLeftovers(kinds);
    return creations;
  }

  /** Removes the entries of objects that a state has. */
  stateSeen(resource: string, ids: readonly string[]): void {
    const { journal } = this.options;
    for (const id of ids) {
      this.known.add(id);
      for (const entry of journal.withId(id)) if (entry.resource === resource) journal.close(entry);
    }
  }

  /** Records an object that an import brings into a state. Nothing may use its entry any more. */
  importBegan(id: string): void {
    this.known.add(id);
    for (const entry of this.options.journal.withId(id)) this.options.journal.mark(entry, undefined);
  }

  /** Returns what a plan says about a create. See `PlannedCreates.add`. */
  async planned(kind: Kind, wanted: object | undefined, isReplacement: boolean): Promise<readonly Warning[]> {
    // Most plans follow none: they need no digest here.
    const digest = wanted && this.plannedBefore.size > 0 ? kind.digestOf(wanted) : '';
    return this.mayPlan && !this.hasPlanned(kind, digest)
      ? this.plannedCreates.add(kind, wanted, isReplacement)
      : [];
  }

  /**
   * Judges once what the plan creates: before a deletion, as Terraform deletes what it replaces and then creates, and before
   * this process has created anything itself.
   * @throws {LookAlikeRefused} @throws {Refused} if the setting refuses, and the list does not tell
   */
  judgeOnce(kind: Kind): Promise<void> {
    const judged = this.judged.get(kind) ?? this.judgePlanned(kind);
    this.judged.set(kind, judged);
    return judged;
  }

  private async judgePlanned(kind: Kind): Promise<void> {
    const planned =
      this.note?.planned.filter(([type, digest]) => type === kind.resource && digest !== '') ?? [];
    if (this.options.lookAlikes !== 'refuse' || planned.length === 0) return;
    const before = await this.snapshots.take(kind);
    // The creates say what is no error.
    const options = this.optionsOf(() => {});
    for (const [, digest] of planned) new Creation(options, kind, {}, digest).judgeLookAlikes(before, []);
  }

  /** True if the plan of this Terraform, or of this apply, has left such a create, or one that it knew nothing of. */
  private hasPlanned({ resource }: Kind, digest: string): boolean {
    return this.plannedBefore.has(`${resource} `) || this.plannedBefore.has(`${resource} ${digest}`);
  }

  /**
   * @throws {PlatformError}
   * @throws {LookAlikeRefused}
   * @throws {LeftoverUnreadable}
   * @throws {Refused}
   */
  create(kind: Kind, wanted: object, warn: Warn): Promise<Identified> {
    const digest = kind.digestOf(wanted);
    const options = { ...this.optionsOf(warn), isPlanned: this.hasPlanned(kind, digest) };
    const task = async () => {
      // The create says its own refusal.
      await this.judgeOnce(kind).catch(() => {});
      const { made, own } = await new Creation(options, kind, wanted, digest).run();
      this.known.add(made.id);
      this.deleted.delete(made.id);
      this.returned.push(own);
      return made;
    };
    const name = `${kind.resource} ${digest}`;
    const result = (this.last.get(name) ?? Promise.resolve()).then(task, task);
    this.last.set(name, result);
    return result;
  }

  private optionsOf(warn: Warn): CreationOptions {
    return {
      ...this.options,
      note: this.note,
      isPlanned: true,
      isKnown: this.isKnown,
      hasDeleted: id => this.deleted.has(id),
      snapshots: this.snapshots,
      warn,
      journalFailed: error => {
        if (!this.hasJournalFailed) warn(...messages.journalUnwritable(error));
        this.hasJournalFailed = true;
      },
    };
  }

  /** Records how the run ended. The process exits next, so everything is written when the call returns. */
  leave({ isOrderly, hasFailed, hasChanged }: Leaving): void {
    if (!isOrderly) return;
    for (const own of this.returned) own.close();
    const { journal, run } = this.options;
    if (run.command?.mode === 'destroy') removeEarlierNotes(journal.folder, run);
    const hasPlanned = this.isPlanning || !this.plannedCreates.isEmpty;
    if (!hasPlanned || hasFailed || hasChanged) return;
    try {
      const isOfUse = !this.plannedCreates.isEmpty || journal.all().length > 0;
      if (isOfUse) leaveNote(journal.folder, run, { ...this.plannedCreates.note(), seen: [...this.known] });
      else removeEarlierNotes(journal.folder, run);
    } catch {
      // The apply then warns that the journal cannot be written.
    }
    if (!run.command?.isWhole) return;
    for (const entry of journal.all())
      if (isLeftover(entry, { journal, run, isKnown: this.isKnown }))
        journal.mark(entry, this.plannedCreates.uses(entry) ? 'used' : 'left');
  }

  private readonly isKnown = (id: string) => this.known.has(id);

  /** True if this process serves a walk that plans creates, and no other one of this Terraform has planned before it. */
  get isPlanning(): boolean {
    return this.mayPlan && this.note === undefined;
  }

  /** Where another provider block has left a note, each create tells whether it is planned or applied. */
  private get mayPlan(): boolean {
    const { command } = this.options.run;
    return (command?.mayCreate ?? false) && !command?.hasPlanFile;
  }

  /** Names the objects that the last whole plan found in no state and without a use, unless they are gone. */
  private async nameLeftovers(kinds: readonly Kind[]): Promise<void> {
    const { journal, run, warn } = this.options;
    const left = journal.all().filter(entry => entry.mark === 'left');
    for (const entry of left) {
      const kind = kinds.find(({ resource }) => resource === entry.resource);
      if (kind === undefined || entry.id === undefined) continue;
      if (!isLeftover(entry, { journal, run, isKnown: this.isKnown })) continue;
      const isGone = await kind.find(entry.id).then(
        found => found === undefined,
        (error: unknown) => {
          if (error instanceof PlatformError) return false;
          throw error;
        },
      );
      if (isGone) journal.close(entry);
      else warn(...messages.leftOver(kind, entry.id));
    }
  }
}
