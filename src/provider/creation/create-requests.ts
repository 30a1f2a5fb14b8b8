import { Ambiguous, Conflict, Invalid, PlatformError } from '../../client';
import { type CollectionSnapshot, takeSnapshot } from './collection-snapshot';
import type { Creatable, CreationSite, Identified, Listed } from './creatable';
import { evident, type Span } from './evidence';
import type { Intent, PastEntry } from './journal/entry';
import type { OwnEntry } from './journal/journal-file';
import type { KnownIds } from './known-ids';
import * as messages from './messages';
import type { PastCreations } from './past-creations';

/** Requests for one creation at most, with a look at the platform in between. */
const mostAttempts = 3;
/** When the platform is looked at after a lost answer, milliseconds after the look before. */
const looks = [0, 1500];
/** And where the platform may still be at work on the request. */
const patientLooks = [0, 1500, 3500];
/** How long a request of another process for an equal object is waited for, milliseconds. */
const patience = 10_000;

export interface CreateRequestsOptions {
  readonly known: KnownIds;
  readonly past: PastCreations;
  /** Longest time that one request may take, milliseconds. */
  readonly longest: number;
  readonly newIdempotencyKey: () => string;
  /** Milliseconds since 1970 by the platform's clock; undefined while no answer has told it. */
  readonly platformNow: () => number | undefined;
  begin(intent: Intent): Promise<OwnEntry>;
  /** Resolves after so many milliseconds; rejects when Terraform is interrupted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** What a creation starts from. */
export interface Attempt {
  readonly before: CollectionSnapshot;
  /** Entry of an earlier run that this creation continues, under its Idempotency-Key. */
  readonly continued?: PastEntry;
  readonly idempotencyKey?: string;
  /** Keys of lost answers, ours by proof, that are revoked once another one is there. */
  readonly instead?: readonly string[];
}

/** One logical creation: one Idempotency-Key, one entry of the journal, one request or several. */
interface LogicalCreation {
  readonly intent: Intent;
  readonly entry: OwnEntry;
  /** Whether the Idempotency-Key comes from an earlier run. */
  readonly isContinued: boolean;
  /** Objects of lost answers, found since. */
  readonly lost: string[];
  /** Whether the answer to some request was lost: only an answer ends the entry then. */
  isInDoubt: boolean;
  /** The Idempotency-Key is refused, or stands for an object that is gone. */
  isKeySpent: boolean;
}

/** Asks for one object until the platform has answered. */
export class CreateRequests<Wanted, Made extends Identified> {
  private readonly digest: string;
  private readonly besides: readonly string[];

  constructor(
    private readonly options: CreateRequestsOptions,
    private readonly kind: Creatable<Wanted, Made>,
    private readonly wanted: Wanted,
    private readonly site: CreationSite,
  ) {
    this.digest = kind.digestOf(wanted);
    this.besides = site.besides ?? [];
  }

  /** @throws {Ambiguous} when the answer was lost each time */
  async make(attempt: Attempt): Promise<Made> {
    let creation = await this.begin(attempt, attempt.idempotencyKey);
    for (let count = 1; ; count += 1) {
      if (count > 1) await creation.entry.repeated(this.options.platformNow());
      const made = await this.request(creation, count >= mostAttempts);
      if (made !== undefined) await creation.entry.answered(made.id);
      if (made !== undefined && (await this.isUsable(made, creation, attempt, count))) {
        await this.finish(made, creation, attempt, count);
        return made;
      }
      if (!creation.isKeySpent) continue;
      if (!creation.isInDoubt) creation.entry.close();
      creation = await this.begin({ ...attempt, instead: [...(attempt.instead ?? []), ...creation.lost] });
    }
  }

  /** The entry of an object that exists already. @param isLeftover it is to be removed, and could not be */
  async beginKnown(id: string, isLeftover?: true): Promise<OwnEntry> {
    const before = { isComplete: true, like: () => [] };
    const { entry } = await this.begin({ before }, undefined, isLeftover);
    await entry.answered(id);
    return entry;
  }

  private async begin(
    { before, instead = [] }: Attempt,
    key?: string,
    isLeftover?: true,
  ): Promise<LogicalCreation> {
    const { longest, platformNow, newIdempotencyKey } = this.options;
    const intent = {
      resource: this.kind.resource,
      digest: this.digest,
      label: this.kind.labelOf(this.wanted),
      before: [...before.like(this.digest).map(({ id }) => id), ...this.besides],
      isComplete: before.isComplete,
      idempotencyKey: key ?? newIdempotencyKey(),
      began: platformNow(),
      longest,
      instead,
      isLeftover,
    };
    const entry = await this.options.begin(intent);
    return { intent, entry, isContinued: key !== undefined, lost: [], isInDoubt: false, isKeySpent: false };
  }

  /** One request. Undefined when it has to be repeated. */
  private async request(creation: LogicalCreation, isLast: boolean): Promise<Made | undefined> {
    try {
      return await this.kind.create(this.wanted, creation.intent.idempotencyKey);
    } catch (error) {
      if (error instanceof Ambiguous) return this.recover(creation, error, isLast);
      // The configuration may have another secret by now than the request that the key stands for.
      creation.isKeySpent = creation.isContinued && isRefusal(error);
      if (creation.isKeySpent) return undefined;
      // Ctrl-C refuses the retry, and says nothing of the request before it.
      const isRefused = error instanceof PlatformError && !error.mayHaveTakenEffect;
      if (isRefused && !creation.isInDoubt) creation.entry.close();
      throw error;
    }
  }

  /** The answer was lost. */
  private async recover(
    creation: LogicalCreation,
    error: Ambiguous,
    isLast: boolean,
  ): Promise<Made | undefined> {
    creation.isInDoubt = true;
    const id = error.id ?? (await this.findLost(creation, error));
    const made = id === undefined ? undefined : await this.kind.takeover?.reread(id);
    if (made !== undefined) return made;
    // A key's value is in the create answer alone, so it is asked for again, under the same Idempotency-Key.
    if (id !== undefined && !creation.lost.includes(id)) creation.lost.push(id);
    if (isLast) throw error;
    return undefined;
  }

  /** The object that the lost request made, by the evidence of decision 8. */
  private async findLost(creation: LogicalCreation, error: Ambiguous): Promise<string | undefined> {
    // A collection that could not be read before the request tells nothing now, and may be large.
    if (!creation.intent.isComplete) return undefined;
    for (const pause of error.mayStillHappen ? patientLooks : looks) {
      // Interrupted by the user: the journal remembers the request, and the next apply looks again.
      if (pause > 0) await this.options.sleep(pause).catch(() => Promise.reject(error));
      const after = await takeSnapshot(this.kind);
      // Another provider block's process may have made one of them: its journal says so once its answer is there.
      await this.options.past.refresh();
      await this.options.past.settled(this.kind.resource, this.digest, patience);
      const candidates = this.candidatesIn(after, creation);
      if (candidates.length === 0 && after.isComplete) continue;
      return evident(candidates, creation.intent, after, this.spansOf(creation))?.id;
    }
    return undefined;
  }

  /** From the beginning of the request until now. */
  private spansOf({ intent: { began } }: LogicalCreation): readonly Span[] {
    const now = this.options.platformNow();
    return began === undefined || now === undefined ? [] : [[began, now]];
  }

  private candidatesIn(after: CollectionSnapshot, { intent, lost }: LogicalCreation): readonly Listed[] {
    return this.options.past.candidatesOf(intent, after).filter(({ id }) => !lost.includes(id));
  }

  /** A replay shows the object as it was created: it may be gone since, or serve another resource. */
  private async isUsable(
    { id }: Made,
    creation: LogicalCreation,
    { continued, instead = [] }: Attempt,
    count: number,
  ): Promise<boolean> {
    if (count === 1 && !creation.isContinued) return true;
    const isOwn = id === continued?.id || instead.includes(id);
    const isTaken = creation.isContinued && !isOwn && this.options.past.isExplained(id);
    // The answer holds the value of a key: a confirmation that fails does not cost it.
    const isThere = !isTaken && (await this.kind.find(id).catch(() => id)) !== undefined;
    creation.isKeySpent = !isThere;
    return isThere;
  }

  /** The new object is there and has to reach the state, so a failure here is a warning. */
  private async finish(
    { id }: Made,
    creation: LogicalCreation,
    { continued, instead = [] }: Attempt,
    count: number,
  ): Promise<void> {
    const { known, past } = this.options;
    known.add(id);
    for (const each of [...instead, ...creation.lost])
      if (each !== id && !known.has(each)) await this.withdraw(each);
    if (continued !== undefined) past.close(continued);
    if (count > 1) await this.sayWhatIsLeft(creation);
  }

  private async withdraw(id: string): Promise<void> {
    try {
      await this.kind.revoke(id, this.site.warn);
    } catch (error) {
      // It stays in the journal, and every plan names it.
      await this.beginKnown(id, true);
      const reason = error instanceof PlatformError ? error.message : '';
      this.site.warn(...messages.notRevoked(this.kind.noun, id, reason));
    }
  }

  /** A lost request may have made another one, even after the request that was answered. */
  private async sayWhatIsLeft(creation: LogicalCreation): Promise<void> {
    const { kind, site, wanted } = this;
    const after = creation.intent.isComplete ? await takeSnapshot(kind) : undefined;
    const left = after === undefined ? [] : this.candidatesIn(after, creation).map(({ id }) => id);
    if (left.length > 0) site.warn(...messages.duplicates(kind, left));
    else if (!after?.isComplete) site.warn(...messages.repeatedBlindly(kind, kind.labelOf(wanted)));
  }
}

const isRefusal = (error: unknown) => error instanceof Conflict || error instanceof Invalid;
