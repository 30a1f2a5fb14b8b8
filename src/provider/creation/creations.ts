import type { Leaving, SeenState } from '../../plugin/define/definition';
import { SharedSnapshot } from './collection-snapshot';
import type { Creatable, CreationSite, Findable, Identified, JudgedKind } from './creatable';
import { Creation, type CreationOptions } from './creation';
import { Forecast } from './forecast';
import { type Intent, type PlanRecord, wantedName } from './journal/entry';
import type { Journal } from './journal/journal';
import type { OwnEntry } from './journal/journal-file';
import type { Run } from './journal/run';
import { hasSiblingProcess } from './journal/siblings';
import { KnownIds } from './known-ids';
import * as messages from './messages';
import { PastCreations } from './past-creations';
import { SerialTasks } from './serial-tasks';

export interface CreationsOptions
  extends Pick<CreationOptions, 'longest' | 'lookAlikes' | 'newIdempotencyKey' | 'platformNow' | 'sleep'> {
  readonly journal: Journal;
  readonly run: Run;
  /** Ids of objects that look like configured ones on purpose. */
  readonly acceptedLookAlikes: readonly string[];
  /** Milliseconds of a monotonic clock. */
  readonly monotonic: () => number;
  /** Milliseconds since 1970 by the machine's clock. */
  readonly now: () => number;
}

/** How long to wait until the process of another provider block has seen its states, milliseconds. */
const siblingsVisit = 1500;

/**
 * Creates each object once. After a lost answer or an interrupted process it first finds out what already exists.
 * Decision 8 has the rules.
 */
export class Creations {
  private readonly tasks = new SerialTasks();
  private readonly known: KnownIds;
  private readonly past: PastCreations;
  private readonly forecast: Forecast;
  private readonly snapshots = new Map<string, SharedSnapshot>();
  private readonly plans: readonly PlanRecord[];
  /** Names of the objects that the plan of this run creates, under all provider blocks. */
  private readonly wanted: ReadonlySet<string>;
  private isWhole: boolean;
  private hasJournalFailed = false;

  private constructor(
    private readonly options: CreationsOptions,
    kinds: readonly JudgedKind[],
  ) {
    const { journal, run, acceptedLookAlikes, lookAlikes } = options;
    this.known = new KnownIds(new Set(acceptedLookAlikes));
    this.plans = journal.planOf(run.record.terraform, savedPlanOf(run));
    this.known.addPlans(this.plans);
    this.wanted = new Set(this.plans.flatMap(({ wanted }) => wanted));
    const isPlanWhole = this.isPlanning || (this.plans.length > 0 && this.plans.every(plan => plan.isWhole));
    this.isWhole = run.record.isWhole && isPlanWhole;
    const { known, isWhole, isPlanning } = this;
    this.past = new PastCreations({ ...options, known, isWhole: () => this.isWhole });
    const mayCreate = run.command?.mayCreate ?? false;
    this.forecast = new Forecast({ past: this.past, kinds, isWhole, isPlanning, mayCreate, lookAlikes });
  }

  /** Reads what earlier processes left. */
  static async begin(options: CreationsOptions, kinds: readonly JudgedKind[]): Promise<Creations> {
    await options.journal.read();
    const creations = new Creations(options, kinds);
    await options.journal.tidy();
    return creations;
  }

  /**
   * @throws {PlatformError}
   * @throws {LookAlikeRefused}
   */
  create<Wanted, Made extends Identified>(
    kind: Creatable<Wanted, Made>,
    wanted: Wanted,
    site: CreationSite,
  ): Promise<Made> {
    // Without the record of its plan, an apply does not know which objects the states have shown.
    if (this.plans.length === 0) this.isWhole = false;
    const name = wantedName(kind.resource, kind.digestOf(wanted));
    const { known, past, isWhole } = this;
    const options: CreationOptions = {
      ...this.options,
      known,
      past,
      isWhole,
      before: this.snapshotOf(kind),
      // The plan has judged the entries that existed then, provided that it knew the fields.
      isForetold: ({ run }) =>
        this.plans.some(({ wanted, ended }) => wanted.includes(name) && Date.parse(run.at) < ended),
      isNamed: id => this.plans.some(({ foretold = [] }) => foretold.includes(id)),
      begin: intent => this.beginEntry(intent, site),
    };
    return this.tasks.run(name, () => new Creation(options, kind, wanted, site).run());
  }

  /**
   * Records that the plan creates such an object.
   * @param digest undefined if its fields are not known yet
   */
  planned(resource: string, digest: string | undefined): void {
    this.forecast.plan(resource, digest);
  }

  /** True if the planning walk has something to report after it has visited all states. */
  isForecastDue(call: 'read' | 'plan'): boolean | Promise<boolean> {
    const mayCarry = call === 'plan' || this.options.run.command?.mayCreate === false;
    return mayCarry && this.isPlanning && this.forecast.isDue;
  }

  async makeForecast(): Promise<readonly messages.Words[]> {
    const { journal, run, sleep } = this.options;
    // The process of another provider block closes the entries that its states show.
    if (hasSiblingProcess(run.record)) await sleep(siblingsVisit);
    await journal.read();
    // A provider block that has finished its part of the walk has recorded what its states have shown.
    this.known.addPlans(journal.planOf(run.record.terraform, undefined));
    // The apply must know what this plan says, even if Terraform kills this process while it exits.
    const failure = this.recordPlan(this.isWhole);
    const words = await this.forecast.make(failure === undefined);
    if (failure === undefined && this.forecast.foretold.length > 0) this.recordPlan(this.isWhole);
    return failure === undefined ? words : [messages.journalUnwritable(failure), ...words];
  }

  /** Closes the entry of an object that a stored state shows: its create has completed. */
  stateSeen({ resource, identity }: SeenState): void {
    if (typeof identity !== 'string') return;
    this.known.add(identity);
    const { journal } = this.options;
    for (const entry of journal.openOf(identity))
      if (entry.intent.resource === resource) journal.close(entry);
  }

  /** Closes the entries of an object that was deleted. */
  deleted(id: string): void {
    const { journal } = this.options;
    for (const entry of journal.openOf(id)) journal.close(entry);
  }

  /** Records an id that an import brings into a state, or that a state names beside another object. */
  shown(id: string): void {
    this.known.add(id);
  }

  /** Records how the run ended. The process exits next, so everything is written when the call returns. */
  leave({ isOrderly, hasFailed, hasChanged }: Leaving): void {
    const isWhole = this.isWhole && isOrderly && !hasFailed;
    if (this.isPlanning && !hasChanged) this.recordPlan(isWhole);
    else if (hasChanged && isWhole) this.passUnwanted();
    if (isOrderly) this.options.journal.end();
  }

  /** @returns the reason of a failed write; the apply then acts on no entry */
  private recordPlan(isWhole: boolean): unknown {
    const { journal, run, now } = this.options;
    const { wanted, foretold, takenOver } = this.forecast;
    // The apply of another provider block must know which objects the states of this one have shown.
    const isOfUse =
      wanted.length > 0 ||
      this.past.cutOff().length > 0 ||
      this.options.lookAlikes === 'refuse' ||
      journal.hasSiblings(run.record) ||
      hasSiblingProcess(run.record);
    if (!isOfUse) return undefined;
    const file = run.command?.planFile;
    const plan = { file, ended: now(), isWhole, shown: this.known.all(), wanted, foretold, takenOver };
    try {
      journal.recordPlan(run.record, plan);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Marks what a whole run has not wanted. Later runs leave it alone: somebody else may use it by then. */
  private passUnwanted(): void {
    for (const entry of this.past.unclaimed()) {
      const { resource, digest } = entry.intent;
      const names = [wantedName(resource, digest), wantedName(resource, undefined)];
      if (!names.some(name => this.wanted.has(name))) this.options.journal.pass(entry);
    }
  }

  dispose(): void {
    this.options.journal.dispose();
  }

  /** True if this process serves the planning walk, not the walk that applies the plan. */
  private get isPlanning(): boolean {
    return this.plans.length === 0 && savedPlanOf(this.options.run) === undefined;
  }

  private snapshotOf(findable: Findable): SharedSnapshot {
    const snapshot =
      this.snapshots.get(findable.resource) ?? new SharedSnapshot(findable, this.options.monotonic);
    this.snapshots.set(findable.resource, snapshot);
    return snapshot;
  }

  /** Begins a journal entry. If the journal cannot be written, objects are created all the same. */
  private async beginEntry(intent: Intent, { warn }: CreationSite): Promise<OwnEntry> {
    const failed = (error: unknown) => {
      if (!this.hasJournalFailed) warn(...messages.journalUnwritable(error));
      this.hasJournalFailed = true;
    };
    try {
      return await this.options.journal.begin(this.options.run.record, intent, failed);
    } catch (error) {
      failed(error);
      return { repeated: async () => {}, answered: async () => {}, close: () => {} };
    }
  }
}

/** Returns the saved plan that an apply was given. */
function savedPlanOf({ command }: Run): string | undefined {
  return command?.name === 'apply' ? command.planFile : undefined;
}
