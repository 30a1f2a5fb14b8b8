import { Ambiguous, Conflict, Invalid, PlatformError } from '../../client';
import { type CollectionSnapshot, takeSnapshot } from './collection-snapshot';
import type { Creatable, CreationSite, Identified, Listed } from './creatable';
import { evident, type Span } from './evidence';
import type { Intent, PastEntry } from './journal/entry';
import type { OwnEntry } from './journal/journal-file';
import type { KnownIds } from './known-ids';
import * as messages from './messages';
import type { PastCreations } from './past-creations';

/** Upper limit for the requests of one create. The platform is checked between two requests. */
const mostAttempts = 3;
/** When to check the platform after a lost answer, milliseconds after the previous check. */
const looks = [0, 1500];
/** The same, for a request that the platform may still be processing. */
const patientLooks = [0, 1500, 3500];
/** How long to wait for another process that is creating an equal object, milliseconds. */
const patience = 10_000;

export interface CreateRequestsOptions {
  readonly known: KnownIds;
  readonly past: PastCreations;
  /** Longest time that one request may take, milliseconds. */
  readonly longest: number;
  readonly newIdempotencyKey: () => string;
  /** Milliseconds since 1970 by the platform's clock. Undefined until an answer has shown it. */
  readonly platformNow: () => number | undefined;
  begin(intent: Intent): Promise<OwnEntry>;
  /** Resolves after the given milliseconds. Rejects if Terraform is interrupted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

/** The starting point of a create. */
export interface Attempt {
  readonly before: CollectionSnapshot;
  /** Entry of an earlier run that this create continues with the same Idempotency-Key. */
  readonly continued?: PastEntry;
  readonly idempotencyKey?: string;
  /** API keys of lost answers, proven to be ours. They are revoked once another key exists. */
  readonly instead?: readonly string[];
}

/** One logical create: one Idempotency-Key, one journal entry, one or more requests. */
interface LogicalCreation {
  readonly intent: Intent;
  readonly entry: OwnEntry;
  /** True if the Idempotency-Key comes from an earlier run. */
  readonly isContinued: boolean;
  /** Objects of lost answers that were found later. */
  readonly lost: string[];
  /** True if the answer to some request was lost. The entry then stays open until an answer arrives. */
  isInDoubt: boolean;
  /** True if the Idempotency-Key is refused, or stands for an object that is gone. */
  isKeySpent: boolean;
}

/** Sends create requests for one object until the platform has answered. */
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

  /** @throws {Ambiguous} if every answer was lost */
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

  /**
   * Begins the entry of an object that already exists.
   * @param isLeftover true if the object could not be removed and is still to be removed
   */
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

  /** Sends one request. Returns undefined if it must be repeated. */
  private async request(creation: LogicalCreation, isLast: boolean): Promise<Made | undefined> {
    try {
      return await this.kind.create(this.wanted, creation.intent.idempotencyKey);
    } catch (error) {
      if (error instanceof Ambiguous) return this.recover(creation, error, isLast);
      // The configuration may now have another secret than the request that the key stands for.
      creation.isKeySpent = creation.isContinued && isRefusal(error);
      if (creation.isKeySpent) return undefined;
      // Ctrl-C prevents the retry. It says nothing about the request before it, so that entry stays open.
      const isRefused = error instanceof PlatformError && !error.mayHaveTakenEffect;
      if (isRefused && !creation.isInDoubt) creation.entry.close();
      throw error;
    }
  }

  /** Handles a lost answer. */
  private async recover(
    creation: LogicalCreation,
    error: Ambiguous,
    isLast: boolean,
  ): Promise<Made | undefined> {
    creation.isInDoubt = true;
    const id = error.id ?? (await this.findLost(creation, error));
    const made = id === undefined ? undefined : await this.kind.takeover?.reread(id);
    if (made !== undefined) return made;
    // Only the create answer holds a key's value, so the request is sent again with the same Idempotency-Key.
    if (id !== undefined && !creation.lost.includes(id)) creation.lost.push(id);
    if (isLast) throw error;
    return undefined;
  }

  /** Returns the object that the lost request created, by the evidence of decision 8. */
  private async findLost(creation: LogicalCreation, error: Ambiguous): Promise<string | undefined> {
    // A collection that could not be read before the request proves nothing now, and may be large.
    if (!creation.intent.isComplete) return undefined;
    for (const pause of error.mayStillHappen ? patientLooks : looks) {
      // The user has interrupted the wait. The journal keeps the request, and the next apply checks again.
      if (pause > 0) await this.options.sleep(pause).catch(() => Promise.reject(error));
      const after = await takeSnapshot(this.kind);
      // The process of another provider block may have created one of them. Its journal shows that after its answer.
      await this.options.past.refresh();
      await this.options.past.settled(this.kind.resource, this.digest, patience);
      const candidates = this.candidatesIn(after, creation);
      if (candidates.length === 0 && after.isComplete) continue;
      return evident(candidates, creation.intent, after, this.spansOf(creation))?.id;
    }
    return undefined;
  }

  /** Returns the span from the beginning of the request until now. */
  private spansOf({ intent: { began } }: LogicalCreation): readonly Span[] {
    const now = this.options.platformNow();
    return began === undefined || now === undefined ? [] : [[began, now]];
  }

  private candidatesIn(after: CollectionSnapshot, { intent, lost }: LogicalCreation): readonly Listed[] {
    return this.options.past.candidatesOf(intent, after).filter(({ id }) => !lost.includes(id));
  }

  /**
   * Returns false if the answer is no use. A replay shows the object as created; it may be gone or serve another
   * resource.
   */
  private async isUsable(
    { id }: Made,
    creation: LogicalCreation,
    { continued, instead = [] }: Attempt,
    count: number,
  ): Promise<boolean> {
    if (count === 1 && !creation.isContinued) return true;
    const isOwn = id === continued?.id || instead.includes(id);
    const isTaken = creation.isContinued && !isOwn && this.options.past.isExplained(id);
    // The answer holds the value of a key. A failed check must not lose it.
    const isThere = !isTaken && (await this.kind.find(id).catch(() => id)) !== undefined;
    creation.isKeySpent = !isThere;
    return isThere;
  }

  /** Cleans up after a create. The new object must reach the state, so a failure here is only a warning. */
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
      // The object stays in the journal, and every plan names it.
      await this.beginKnown(id, true);
      const reason = error instanceof PlatformError ? error.message : '';
      this.site.warn(...messages.notRevoked(this.kind.noun, id, reason));
    }
  }

  /** Warns about other objects. A lost request may have created one, even after the request that was answered. */
  private async sayWhatIsLeft(creation: LogicalCreation): Promise<void> {
    const { kind, site, wanted } = this;
    const after = creation.intent.isComplete ? await takeSnapshot(kind) : undefined;
    const left = after === undefined ? [] : this.candidatesIn(after, creation).map(({ id }) => id);
    if (left.length > 0) site.warn(...messages.duplicates(kind, left));
    else if (!after?.isComplete) site.warn(...messages.repeatedBlindly(kind, kind.labelOf(wanted)));
  }
}

const isRefusal = (error: unknown) => error instanceof Conflict || error instanceof Invalid;
