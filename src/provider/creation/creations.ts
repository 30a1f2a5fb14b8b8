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
  /** Ids of objects that look like configured ones by intention. */
  readonly acceptedLookAlikes: readonly string[];
  /** Milliseconds of a clock that nobody sets. */
  readonly monotonic: () => number;
  /** Milliseconds since 1970, by the machine's clock. */
  readonly now: () => number;
}

/** How long the process of another provider block may take to come to its states, milliseconds. */
const siblingsVisit = 1500;

/**
 * Creates each object once. A lost answer, an interrupted process: what may exist meanwhile is found out before
 * anything is created. Decision 8 is the rule book.
 */
export class Creations {
  private readonly tasks = new SerialTasks();
  private readonly known: KnownIds;
  private readonly past: PastCreations;
  private readonly forecast: Forecast;
  private readonly snapshots = new Map<string, SharedSnapshot>();
  private readonly plans: readonly PlanRecord[];
  /** What the plan of this run creates, under all provider blocks. */
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
    const { known, isWhole } = this;
    this.past = new PastCreations({ ...options, known, isWhole: () => this.isWhole });
    const mayCreate = run.command?.mayCreate ?? false;
    this.forecast = new Forecast({ past: this.past, known, kinds, isWhole, mayCreate, lookAlikes });
  }

  /** Reads what earlier processes left. */
  static async begin(options: CreationsOptions, kinds: readonly JudgedKind[]): Promise<Creations> {
    await options.journal.read();
    const creations = new Creations(options, kinds);
    await options.journal.tidy();
    return creations;
  }

  /** @throws {PlatformError} @throws {LookAlikeRefused} */
  create<Wanted, Made extends Identified>(
    kind: Creatable<Wanted, Made>,
    wanted: Wanted,
    site: CreationSite,
  ): Promise<Made> {
    // Without the record of its plan an apply does not know what the states have shown.
    if (this.plans.length === 0) this.isWhole = false;
    const name = wantedName(kind.resource, kind.digestOf(wanted));
    const { known, past, isWhole } = this;
    const options: CreationOptions = {
      ...this.options,
      known,
      past,
      isWhole,
      before: this.snapshotOf(kind),
      // A plan that knew the fields has judged the entries that were there.
      isForetold: ({ run }) =>
        this.plans.some(({ wanted, ended }) => wanted.includes(name) && Date.parse(run.at) < ended),
      begin: intent => this.beginEntry(intent, site),
    };
    return this.tasks.run(name, () => new Creation(options, kind, wanted, site).run());
  }

  /** A plan creates such an object. @param digest undefined where its fields are not known yet */
  planned(resource: string, digest: string | undefined): void {
    this.forecast.plan(resource, digest);
  }

  /** Whether the walk that plans has something to say once it has come to all states. */
  isForecastDue(call: 'read' | 'plan'): boolean {
    const mayCarry = call === 'plan' || this.options.run.command?.mayCreate === false;
    return mayCarry && this.isPlanning && this.forecast.isDue;
  }

  async makeForecast(): Promise<readonly messages.Words[]> {
    const { journal, run, sleep } = this.options;
    // Another provider block's process closes the entries that its states show.
    if (hasSiblingProcess(run.record)) await sleep(siblingsVisit);
    await journal.read();
    // What is said now has to be known to the apply, also when Terraform kills this process while it leaves.
    const failure = this.recordPlan(this.isWhole);
    const words = await this.forecast.make(failure === undefined);
    return failure === undefined ? words : [messages.journalUnwritable(failure), ...words];
  }

  /** A stored state shows an object: its creation is over. */
  stateSeen({ resource, identity }: SeenState): void {
    if (typeof identity !== 'string') return;
    this.known.add(identity);
    const { journal } = this.options;
    for (const entry of journal.openOf(identity))
      if (entry.intent.resource === resource) journal.close(entry);
  }

  /** It was deleted: nothing is left to look after. */
  deleted(id: string): void {
    const { journal } = this.options;
    for (const entry of journal.openOf(id)) journal.close(entry);
  }

  /** An import brings it into a state, or a state names it beside another object. */
  shown(id: string): void {
    this.known.add(id);
  }

  /** The process ends. Everything is written when the call returns. */
  leave({ isOrderly, hasFailed, hasChanged }: Leaving): void {
    const isWhole = this.isWhole && isOrderly && !hasFailed;
    if (this.isPlanning && !hasChanged) this.recordPlan(isWhole);
    else if (hasChanged && isWhole) this.passUnwanted();
    if (isOrderly) this.options.journal.end();
  }

  /** @returns why it could not be written: the apply then acts on nothing */
  private recordPlan(isWhole: boolean): unknown {
    const { journal, run, now } = this.options;
    const { wanted } = this.forecast;
    // The apply of another provider block has to know what this one's states have shown.
    const isOfUse =
      wanted.length > 0 ||
      this.past.cutOff().length > 0 ||
      this.options.lookAlikes === 'refuse' ||
      journal.hasSiblings(run.record) ||
      hasSiblingProcess(run.record);
    if (!isOfUse) return undefined;
    const file = run.command?.planFile;
    const plan = { file, ended: now(), isWhole, shown: this.known.all(), wanted };
    try {
      journal.recordPlan(run.record, plan);
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Later runs leave alone what a whole run has not wanted: somebody else may have begun to use it. */
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

  /** Whether this process serves the walk that plans, and not the one that applies what was planned. */
  private get isPlanning(): boolean {
    return this.plans.length === 0 && savedPlanOf(this.options.run) === undefined;
  }

  private snapshotOf(findable: Findable): SharedSnapshot {
    const snapshot =
      this.snapshots.get(findable.resource) ?? new SharedSnapshot(findable, this.options.monotonic);
    this.snapshots.set(findable.resource, snapshot);
    return snapshot;
  }

  /** Where the journal cannot be written, objects are created all the same. */
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

/** The saved plan that an apply was given. */
function savedPlanOf({ command }: Run): string | undefined {
  return command?.name === 'apply' ? command.planFile : undefined;
}
