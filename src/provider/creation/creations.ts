import type { Warn } from '../../plugin/define/context';
import type { PlainObject, SeenState } from '../../plugin/define/definition';
import type { Creatable, CreationSite, Findable, Identified } from './creatable';
import { Creation } from './creation';
import { EarlierCreations } from './earlier-creations';
import type { Intent } from './journal/entry';
import type { Journal } from './journal/journal';
import type { OwnEntry } from './journal/journal-file';
import type { TerraformRun } from './journal/terraform-run';
import { KnownObjects } from './known-objects';
import { LookBefore } from './look-alikes';
import { Turns } from './turns';
import { UnseenCreations } from './unseen-creations';

export interface CreationsOptions {
  readonly journal: Journal;
  readonly terraformRun: () => Promise<TerraformRun | undefined>;
  readonly now: () => number;
  /** Resolves after so many milliseconds; rejects when Terraform is interrupted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/**
 * Creates each object once. A lost answer, an interrupted process: what may have come into being meanwhile is
 * found out before anything is created, and only what is provably ours is touched.
 *
 * The proof: the object looks the same, it was not in the listing from before the request, no state and no other
 * creation of ours has it, and it is the only such object. Creations that look the same take turns, so that one
 * at a time is open. See docs/decisions/0008-what-is-ours.md.
 */
export class Creations {
  private readonly turns = new Turns();
  private readonly known = new KnownObjects();
  private readonly earlier: EarlierCreations;
  private readonly unseen: UnseenCreations;
  private readonly looks = new Map<string, LookBefore>();
  private journalFailed = false;

  constructor(private readonly options: CreationsOptions) {
    this.earlier = new EarlierCreations({ ...options, known: this.known });
    this.unseen = new UnseenCreations(options);
  }

  /** @throws {UnresolvedCreation} @throws {UnseenObject} @throws {PlatformError} */
  create<Wanted, Made extends Identified>(
    kind: Creatable<Wanted, Made>,
    wanted: Wanted,
    site: CreationSite,
  ): Promise<Made> {
    const { journal, sleep } = this.options;
    const creation = new Creation(
      {
        journal,
        sleep,
        known: this.known,
        earlier: this.earlier,
        before: this.lookBefore(kind),
        begin: intent => this.begin(intent, site.warn),
      },
      kind,
      wanted,
      site,
    );
    return this.turns.take(`${kind.resource} ${kind.likenessOf(wanted)}`, () => creation.run());
  }

  /** Reads what earlier processes left, and says it. */
  async begun(warn: Warn, findables: readonly Findable[]): Promise<void> {
    await this.options.journal.left();
    this.earlier.warnOfAll(warn);
    await this.unseen.begun(warn, findables);
  }

  /** A stored state shows an object: no creation of it is open any more. */
  stateSeen({ resource, identity, values }: SeenState, likenessOf: (values: PlainObject) => string): void {
    if (typeof identity !== 'string') return;
    this.known.seen(identity);
    this.earlier.settle(resource, identity, () => likenessOf(values()));
  }

  /** An import has begun of an object, which no state shows yet. */
  beingImported(resource: string, id: string): void {
    this.unseen.beingImported(resource, id);
  }

  /** The walk that this process was started for is over, and went well as far as it knows. */
  walked(): void {
    this.unseen.walked();
  }

  close(): Promise<void> {
    return this.options.journal.close();
  }

  private lookBefore(findable: Findable): LookBefore {
    const look = this.looks.get(findable.resource) ?? new LookBefore(findable, this.options.now);
    this.looks.set(findable.resource, look);
    return look;
  }

  /** Where Terraform's data directory cannot be written, objects are created all the same. */
  private async begin(intent: Intent, warn: Warn): Promise<OwnEntry> {
    try {
      return await this.options.journal.begin(intent);
    } catch (error) {
      if (!this.journalFailed) warn(...unwritable(error));
      this.journalFailed = true;
      return { made: async () => {}, mark: () => {} };
    }
  }
}

function unwritable(error: unknown): [summary: string, detail: string] {
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown reason';
  return [
    'Creations are not journalled',
    `Terraform's data directory cannot be written (${code}). If this apply is killed, what it was creating at ` +
      'that moment may be left on the platform in no state.',
  ];
}
