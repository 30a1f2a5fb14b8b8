import { Ambiguous, Conflict, Invalid, PlatformError } from '../../client';
import { takeSnapshot } from './collection-snapshot';
import type { Creatable, CreationSite, Identified } from './creatable';
import type { Intent } from './journal/entry';
import type { OwnEntry } from './journal/journal-file';
import type { KnownIds } from './known-ids';
import type { Attempt, LogicalCreation } from './logical-creation';
import * as messages from './messages';
import { isWithin, type PastCreations } from './past-creations';

/** Requests for one creation at most, with a look at the platform in between. */
const mostAttempts = 3;
/** When the platform is looked at after a lost answer, milliseconds after the look before. */
const looks = [0, 1500];
/** How long a request of another process for an equal object is waited for, milliseconds. */
const siblingPatience = 10_000;
const siblingPoll = 100;
/** And where the platform may still be at work on the request. */
const patientLooks = [0, 1500, 3500];

export interface CreateRequestsOptions {
  readonly known: KnownIds;
  readonly past: PastCreations;
  /** Longest time that one request may take, milliseconds. */
  readonly longest: number;
  readonly newIdempotencyKey: () => string;
  /** Milliseconds since 1970 by the platform's clock; undefined while no answer has told it. */
  readonly platformNow: () => number | undefined;
  /** Reads anew what other processes have written. */
  readonly readJournal: () => Promise<unknown>;
  begin(intent: Intent): Promise<OwnEntry>;
  /** Resolves after so many milliseconds; rejects when Terraform is interrupted. */
  readonly sleep: (milliseconds: number) => Promise<void>;
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
  async beginKnown(id: string, isLeftover?: boolean): Promise<OwnEntry> {
    const { entry } = await this.begin({ before: { isComplete: true, like: () => [] }, isLeftover });
    await entry.answered(id);
    return entry;
  }

  private async begin({ before, isLeftover, instead = [] }: Attempt, key?: string): Promise<LogicalCreation> {
    const { longest, platformNow, known, newIdempotencyKey } = this.options;
    const idempotencyKey = key ?? newIdempotencyKey();
    const began = platformNow();
    const entry = await this.options.begin({
      resource: this.kind.resource,
      digest: this.digest,
      label: this.kind.labelOf(this.wanted),
      before: [
        ...before.like(this.digest).map(({ id }) => id),
        ...known.madeLike(this.digest),
        ...this.besides,
      ],
      isComplete: before.isComplete,
      idempotencyKey,
      began,
      longest,
      instead,
      isLeftover,
    });
    const state = { lost: [], unproven: [], isInDoubt: false, isBlind: false, isKeySpent: false };
    return { key: idempotencyKey, entry, before, began, isContinued: key !== undefined, ...state };
  }

  /** One request. Undefined when it has to be repeated. */
  private async request(creation: LogicalCreation, isLast: boolean): Promise<Made | undefined> {
    try {
      return await this.kind.create(this.wanted, creation.key);
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
    for (const pause of error.mayStillHappen ? patientLooks : looks) {
      // Interrupted by the user: the journal remembers the request, and the next apply looks again.
      if (pause > 0) await this.options.sleep(pause).catch(() => Promise.reject(error));
      const after = await takeSnapshot(this.kind);
      await this.readSiblings();
      const candidates = after.like(this.digest).filter(({ id }) => this.mayBeOurs(id, creation));
      creation.isBlind = !after.isComplete;
      if (creation.isBlind) return undefined;
      const [only] = candidates;
      if (only === undefined) continue;
      const isSole =
        creation.before.isComplete && candidates.length === 1 && this.isInTime(only.created_at, creation);
      if (isSole) return only.id;
      creation.unproven = candidates.map(({ id }) => id);
      return undefined;
    }
    return undefined;
  }

  /** Another provider block's process may have made one of them: its journal says so once its answer is there. */
  private async readSiblings(): Promise<void> {
    const { past, readJournal, sleep } = this.options;
    await readJournal();
    for (let waited = 0; waited < siblingPatience; waited += siblingPoll) {
      if (past.undecided(this.kind.resource, this.digest).length === 0) return;
      await sleep(siblingPoll);
      await readJournal();
    }
  }

  private isInTime(created: string, { began }: LogicalCreation): boolean {
    const now = this.options.platformNow();
    return began !== undefined && now !== undefined && isWithin(created, began, now);
  }

  private mayBeOurs(id: string, { before, lost }: LogicalCreation): boolean {
    if (this.options.past.isExplained(id) || this.besides.includes(id) || lost.includes(id)) return false;
    return before.like(this.digest).every(object => object.id !== id);
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

  private async finish(
    made: Made,
    creation: LogicalCreation,
    attempt: Attempt,
    count: number,
  ): Promise<void> {
    this.options.known.addMade(this.digest, made.id);
    const isWithdrawn = await this.withdraw(attempt.instead ?? [], made.id);
    // An object that could not be revoked stays in the journal, and every plan names it.
    if (attempt.continued !== undefined && isWithdrawn) this.options.past.close(attempt.continued);
    await this.withdraw(creation.lost, made.id, async id => void (await this.beginKnown(id, true)));
    const unproven = creation.unproven.filter(id => id !== made.id);
    if (unproven.length > 0) this.site.warn(...messages.unprovenCandidates(this.kind, unproven));
    else if (creation.isBlind)
      this.site.warn(...messages.repeatedBlindly(this.kind, this.kind.labelOf(this.wanted)));
    else if (count > 1) await this.lookForLate(creation, made.id);
  }

  /** The new object is there and has to reach the state, so a failure here is a warning. */
  private async withdraw(
    ids: readonly string[],
    made: string,
    keep: (id: string) => Promise<void> = async () => {},
  ): Promise<boolean> {
    let isWithdrawn = true;
    for (const id of ids.filter(each => each !== made && !this.options.known.has(each))) {
      try {
        await this.kind.revoke(id, this.site.warn);
      } catch (error) {
        isWithdrawn = false;
        await keep(id);
        const reason = error instanceof PlatformError ? error.message : '';
        this.site.warn(...messages.notRevoked(this.kind.noun, id, reason));
      }
    }
    return isWithdrawn;
  }

  /** The first request may take effect after the retry. */
  private async lookForLate(creation: LogicalCreation, made: string): Promise<void> {
    const after = await takeSnapshot(this.kind);
    const ids = after.like(this.digest).map(({ id }) => id);
    const late = ids.filter(id => id !== made && this.mayBeOurs(id, creation));
    if (late.length > 0) this.site.warn(...messages.lateLookAlike(this.kind, late));
  }
}

const isRefusal = (error: unknown) => error instanceof Conflict || error instanceof Invalid;
