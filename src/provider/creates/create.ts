import { isAnswered, isKind, PlatformError } from '../../client';
import type { Identified } from '../../client/contract/collection-contract';
import type { Warn } from '../../plugin/define/context';
import type { MetIds } from './existing';
import type { ManagedCollection, Objects, PlatformObject } from './managed-collection';
import { takeOver } from './update';
import * as words from './words';
import * as answers from './words-of-answers';

/** One create in an apply. */
interface Task {
  readonly wanted: object;
  readonly warn: Warn;
  /** The collection before the first create of this apply. */
  readonly before: Objects;
  /** True for an equal object that no state has shown to this launch. */
  readonly isEqual: (object: PlatformObject) => boolean;
  /** True once a lost request may still take effect: then no list proves that it has made nothing. */
  isUnclear: boolean;
}

/** Creates the objects of one collection: docs/recovery.md, as far as it is about an apply. */
export class Creates {
  private before: Promise<Objects> | undefined;
  private readonly last = new Map<string, Promise<unknown>>();
  private hasSaidGap = false;

  constructor(
    private readonly collection: ManagedCollection,
    private readonly ids: MetIds,
  ) {}

  /** Equal creates run one after another: after a lost answer, a new equal object is of none of these. */
  create(wanted: object, warn: Warn): Promise<Identified> {
    const look = this.collection.lookOf(wanted);
    const next = () => this.createNext(wanted, look, warn);
    const result = (this.last.get(look) ?? Promise.resolve()).then(next, next);
    this.last.set(look, result);
    return result;
  }

  private async createNext(wanted: object, look: string, warn: Warn): Promise<Identified> {
    const { collection, ids } = this;
    const before = await this.listBefore(warn);
    const isEqual = (object: PlatformObject) => object.look === look && !ids.managed.has(object.id);
    const made = await this.send({ wanted, warn, before, isEqual, isUnclear: false });
    ids.made.add(made.id);
    ids.deleted.delete(made.id);
    // A key that a state has may be the former one of a rotation, so it is not named. An endpoint is: both get each event. Those
    // that this apply has deleted are left out, and those that it has changed answer `gone`.
    const isOther = collection.rules.equal ? (object: PlatformObject) => object.look === look : isEqual;
    const listed = before.all.filter(object => isOther(object) && !ids.deleted.has(object.id));
    const answers = await Promise.all(listed.map(object => collection.ask(object)));
    const others = listed.filter((_, at) => answers[at] !== 'gone');
    if (others.length > 0) warn(...words.wasThere(collection, others));
    return made;
  }

  /** Lists the collection once before the first create. A list that failed is read again for the next one. */
  private async listBefore(warn: Warn): Promise<Objects> {
    this.before ??= this.collection.listInWalk();
    const list = this.before;
    const { all, gap } = await list;
    const hasFailed = gap instanceof PlatformError && !isKind(gap, 'EndUnknown');
    if (hasFailed && this.before === list) this.before = undefined;
    if (gap !== undefined && !this.hasSaidGap) warn(...words.notCompared(this.collection, all.length, gap));
    this.hasSaidGap ||= gap !== undefined;
    return list;
  }

  /** Sends the request until an answer shows the object, or a look at the platform does. */
  private async send(task: Task): Promise<Identified> {
    const request = this.collection.objects.create(task.wanted);
    for (let isRepeated = false; ; isRepeated = true)
      try {
        const made = await request.send();
        if (request.otherSecrets.size > 0)
          task.warn(...answers.otherSecret(this.collection, made.id, request.otherSecrets));
        this.demandNew(made.id, task);
        if (isRepeated) await this.nameOthers(task, made);
        return made;
      } catch (error) {
        if (!isKind(error, 'Ambiguous')) {
          if (isRepeated) await this.nameOthers(task);
          throw error;
        }
        if (error.facts.id !== undefined) this.demandNew(error.facts.id, task);
        // A read that is not understood hides neither the answer nor what it has left.
        const found = await this.takeFound(task).catch((failure: unknown) => {
          if (!isAnswered(error.facts) || !isKind(failure, 'MalformedResponse')) throw failure;
        });
        if (found) return found;
        // The answer proves that the object exists: another request would create a second one.
        if (isAnswered(error.facts) && error.facts.id === undefined) await this.nameOthers(task);
        if (isAnswered(error.facts)) throw this.withoutValue(error);
        await request.pause(error).catch(async failure => {
          await this.nameOthers(task);
          throw failure;
        });
        // The request may have taken effect meanwhile.
        const later = await this.takeFound(task);
        if (later !== undefined) return later;
        // A gateway may have answered before the platform does: 504 says so, and no error shape may mean it.
        task.isUnclear ||= error.facts.refusal === undefined || error.facts.status === 504;
      }
  }

  /** Some platforms answer an equal create with what exists: a destroy would delete somebody else's object. */
  private demandNew(id: string, { before }: Task): void {
    const { managed, made, deleted } = this.ids;
    const wasThere = managed.has(id) || made.has(id) || before.all.some(object => object.id === id);
    if (wasThere && !deleted.has(id)) throw answers.answeredExisting(this.collection, id);
  }

  /** A key whose value no answer shows is named, and never revoked: it may be an older one, which no list has shown. */
  private withoutValue(error: PlatformError<'Ambiguous'>): Error {
    const { id } = error.facts;
    if (id === undefined || this.collection.rules.equal) return error;
    return answers.issuedWithoutValue(this.collection, id, error.message);
  }

  /** Takes over the endpoint of a lost answer: the only equal one that was not there when the apply began. */
  private async takeFound(task: Task): Promise<Identified | undefined> {
    const { before, isEqual, wanted, warn, isUnclear } = task;
    const { collection } = this;
    if (!collection.canTakeOver || before.gap !== undefined) return undefined;
    const now = await collection.listAsShown();
    const [only, ...others] = this.newSince(before, now).filter(isEqual);
    if (only === undefined || others.length > 0 || now.gap !== undefined) return undefined;
    const taken = await takeOver(collection, only.id, wanted, warn);
    if (taken !== undefined) warn(...words.found(collection, only.id));
    if (taken !== undefined && isUnclear) warn(...words.askedTwice(collection, only.label));
    return taken;
  }

  /** Warns of what else a lost request may have made. @param made undefined if the create fails */
  private async nameOthers(task: Task, made?: Identified): Promise<void> {
    const { before, isEqual, wanted, warn, isUnclear } = task;
    const { collection } = this;
    const now = await collection.listAsShown();
    const others = this.newSince(before, now).filter(object => isEqual(object) && object.id !== made?.id);
    if (others.length > 0) warn(...words.duplicates(collection, others));
    else if (made && isUnclear) warn(...words.askedTwice(collection, collection.rules.labelOf(wanted)));
  }

  private newSince(before: Objects, now: Objects): readonly PlatformObject[] {
    const earlier = new Set(before.all.map(({ id }) => id));
    return now.all.filter(({ id }) => !earlier.has(id) && !this.ids.made.has(id));
  }
}
