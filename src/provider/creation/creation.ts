import { Ambiguous } from '../../client';
import type { Creatable, CreationSite, Identified } from './creatable';
import type { EarlierCreations } from './earlier-creations';
import type { Intent } from './journal/entry';
import type { Journal } from './journal/journal';
import type { OwnEntry } from './journal/journal-file';
import type { KnownObjects } from './known-objects';
import { lateLookAlike, lookAlike } from './look-alike-warning';
import { type LookAlikes, type LookBefore, lookThrough } from './look-alikes';
import { unresolved } from './unresolved';

/** How often one creation is asked for at most, with a look at the platform in between. */
const mostAttempts = 3;
/** How long after a lost answer the platform is looked at a second time, milliseconds. */
const secondLookAfter = 1500;

export interface CreationOptions {
  readonly journal: Pick<Journal, 'knows'>;
  readonly known: KnownObjects;
  readonly earlier: EarlierCreations;
  readonly before: LookBefore;
  begin(intent: Intent): Promise<OwnEntry>;
  /** Resolves after so many milliseconds; rejects when Terraform is interrupted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** One creation, from what an earlier process may have left of it to the answer that Terraform gets. */
export class Creation<Wanted, Made extends Identified> {
  private readonly likeness: string;
  private readonly besides: readonly string[];

  constructor(
    private readonly options: CreationOptions,
    private readonly kind: Creatable<Wanted, Made>,
    private readonly wanted: Wanted,
    private readonly site: CreationSite,
  ) {
    this.likeness = kind.likenessOf(wanted);
    this.besides = site.besides ?? [];
  }

  async run(): Promise<Made> {
    return (await this.reclaimEarlier()) ?? this.create();
  }

  private async reclaimEarlier(): Promise<Made | undefined> {
    const { earlier } = this.options;
    for (const left of await earlier.like(this.kind, this.likeness)) {
      const id = await earlier.objectOf(left, this.kind);
      const made = id === undefined ? undefined : await this.reclaim(id, false);
      earlier.close(left);
      if (made !== undefined) return made;
    }
    return undefined;
  }

  private async create(): Promise<Made> {
    const before = await this.options.before.look();
    const strangers = before.idsLike(this.likeness).filter(id => !this.isInGoodHands(id));
    if (strangers.length > 0) this.site.warn(...lookAlike(this.kind, strangers));
    const entry = await this.begin(before);
    for (let attempt = 1; ; attempt += 1) {
      const made = await this.attempt(entry, before, attempt === mostAttempts);
      if (made === undefined) continue;
      if (attempt > 1) await this.lookForLate(before, made.id);
      return made;
    }
  }

  /** The request that seemed to have made nothing may have been on its way still, when it was asked again. */
  private async lookForLate(before: LookAlikes, made: string): Promise<void> {
    const after = await lookThrough(this.kind);
    const late = after.idsLike(this.likeness).filter(id => id !== made && !this.isNotOurs(before, id));
    if (late.length > 0) this.site.warn(...lateLookAlike(this.kind, late));
  }

  /** One request. Undefined when it made nothing, or nothing that could be kept. */
  private async attempt(entry: OwnEntry, before: LookAlikes, isLast: boolean): Promise<Made | undefined> {
    try {
      const made = await this.kind.create(this.wanted);
      await entry.made(made.id);
      return this.hand(entry, made);
    } catch (error) {
      if (!(error instanceof Ambiguous)) {
        entry.mark('closed');
        throw error;
      }
      const id = error.id ?? (await this.findLost(before, error));
      const made = id === undefined ? undefined : await this.reclaim(id, true);
      if (made !== undefined) entry.mark('closed');
      else if (isLast) throw error;
      return made;
    }
  }

  /** Makes what is ours the one that is wanted, under an entry of its own: it is in no state yet either. */
  private async reclaim(id: string, sameRequest: boolean): Promise<Made | undefined> {
    const { kind, wanted, site } = this;
    const entry = await this.begin({ isComplete: true, idsLike: () => [] });
    await entry.made(id);
    const made = await kind.reclaim(id, wanted, sameRequest, site.warn);
    if (made !== undefined) return this.hand(entry, made);
    entry.mark('closed');
    return undefined;
  }

  /** The object that the lost request made; undefined when it made none. */
  private async findLost(before: LookAlikes, error: Ambiguous): Promise<string | undefined> {
    for (const pause of [0, secondLookAfter]) {
      if (pause > 0) await this.options.sleep(pause);
      const after = await lookThrough(this.kind);
      const ids = after.idsLike(this.likeness).filter(id => !this.isNotOurs(before, id));
      const candidates = { ...this.kind, ids, isComplete: before.isComplete && after.isComplete };
      if (!candidates.isComplete || ids.length > 1) throw unresolved(error.message, candidates);
      if (ids.length === 1) return ids[0];
      if (pause > 0 && error.mayStillHappen) throw unresolved(error.message, candidates);
    }
    return undefined;
  }

  private isNotOurs(before: LookAlikes, id: string): boolean {
    if (this.isInGoodHands(id) || this.options.journal.knows(id)) return true;
    return before.idsLike(this.likeness).includes(id);
  }

  private isInGoodHands(id: string): boolean {
    return this.options.known.has(id) || this.besides.includes(id);
  }

  /** Gives the object to Terraform, and notes whether Terraform was there to take it. */
  private hand(entry: OwnEntry, made: Made): Made {
    this.options.known.madeLike(this.likeness, made.id);
    this.site.watchAnswer({
      answering: () => entry.mark('answering'),
      answered: wasHeard => {
        if (!wasHeard) entry.mark('unheard');
      },
    });
    return made;
  }

  private begin(before: LookAlikes): Promise<OwnEntry> {
    const { likeness, kind, besides } = this;
    const ids = [...before.idsLike(likeness), ...this.options.known.allMadeLike(likeness), ...besides];
    return this.options.begin({
      resource: kind.resource,
      likeness,
      before: ids,
      isComplete: before.isComplete,
    });
  }
}
