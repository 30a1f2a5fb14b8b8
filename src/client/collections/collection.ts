import type { CollectionContract, CollectionTypes, TypesOf } from '../contract/collection-contract';
import type { Decoder } from '../contract/decode';
import { bodyOf, emptyIn, type Fields, fixedIn, isAsKnown, namesOf, secretsIn } from '../contract/fields';
import type { ManagedCollectionName, OperationName } from '../contract/operations';
import { bareIdentifier } from '../contract/page';
import { otherSecrets } from '../contract/shown-secrets';
import { isKind, PlatformError } from '../errors';
import type { HttpResponse } from '../http/exchange';
import type { Patience } from '../http/patience';
import type { Transport } from '../http/transport';
import { decodeResponse, isEmpty } from './decode-response';
import { findLate } from './late-reads';
import { type Listed, Listing } from './listing';
import { PageCache } from './page-cache';

/** One create. All of its requests have the same Idempotency-Key, and count towards one limit of retries. */
interface CreateCall<Created> {
  /** @throws {PlatformError<'Ambiguous'>} if the object may exist although the response is lost */
  send(): Promise<Created>;
  /** The hidden fields that an answer has shown with another value than was sent. */
  readonly otherSecrets: ReadonlySet<string>;
  /** Waits before the next request. @throws the failure if none is left, or the wait is cancelled */
  pause(failure: Error): Promise<void>;
}

/** What the answer to an update shows. */
interface Updated<Item> {
  readonly shown: Item | undefined;
  /** The writable fields that it shows without a value: some platforms reset what they are not sent. */
  readonly emptied: readonly string[];
  /** The hidden fields that it shows with another value than was sent. */
  readonly otherSecrets: ReadonlySet<string>;
}

/** The calls on a collection that is only listed. */
export interface List<Item> {
  /** Shares the pages that `find` has requested, in a collection that has it. The result is never older than the client. */
  list(): Promise<Listed<Item>>;
  /** Needs the memory of one page. @throws {PlatformError<'EndUnknown'>} after the last one */
  pages(): AsyncIterable<readonly Item[]>;
}

export interface Collection<Types extends CollectionTypes> extends List<Types['item']> {
  /** Nothing is requested before `send`. */
  create(wanted: Types['wanted']): CreateCall<Types['created']>;
  /**
   * Returns `undefined` if the object is gone. The result is never older than the client.
   * @param known fields that the caller knows. A list may lag behind an update, so a GET confirms an object that a list
   * shows otherwise. A fixed field comes back in the known spelling, and an object that is new is asked for again. @default none: a list is believed
   * @throws {PlatformError<'Unobservable'>} if neither the object nor the collection can be read.
   * @throws {PlatformError<'Unsupported'>} with the id if the collection contradicts a 404
   */
  find(id: string, known?: object): Promise<Types['item'] | undefined>;
  /** Like `find`, but the result is never older than the call, and no list is believed. */
  findNow(id: string): Promise<Types['item'] | undefined>;
  /** Like `list`, but the result is never older than the call. */
  listNow(): Promise<Listed<Types['item']>>;
  /** Requests the first page, which later reads share. Returns true if the platform responded with it. */
  readAhead(): Promise<boolean>;
  /** Sends the given fields. @throws {PlatformError<'NotFound'>} if the object is gone */
  update(id: string, changes: Types['changes']): Promise<Updated<Types['item']>>;
  /** Returns false if the platform did not know the object, and no attempt before may have deleted it. */
  delete(id: string): Promise<boolean>;
}

export function createCollection<F extends Fields>(
  transport: Transport,
  name: ManagedCollectionName,
  { item, created, fields }: CollectionContract<F>,
  patience: Patience,
): Collection<TypesOf<F>> {
  type Types = TypesOf<F>;
  type Item = Types['item'];
  const reading = { transport, get: `${name}.get`, list: `${name}.list`, item } as const;
  const cache = new PageCache<Item>(reading);
  /** Awaits a write. If it fails, the data read before may be stale, and a 404 is checked against the collection. */
  const recordFailure = async <T>(write: Promise<T>, id: string | undefined): Promise<T> => {
    try {
      return await write;
    } catch (error) {
      if (leavesDoubt(error)) cache.doubt(id);
      throw id === undefined ? error : await contradicted(error, id, cache);
    }
  };
  /** No message may repeat what the platform calls a secret. */
  const namesOfOtherSecrets = (sent: object, answer: unknown): ReadonlySet<string> => {
    const others = otherSecrets(fields, sent, answer);
    for (const secret of others.values()) transport.redactor.remember(secret);
    return new Set(others.keys());
  };
  return {
    async find(id, known = {}) {
      const inKnownSpelling = (shown: Item) => ({ ...shown, ...fixedIn(fields, known) });
      const found =
        (await cache.find(id, shown => isAsKnown(fields, known, inKnownSpelling(shown)))) ??
        (await findLate(cache, id, Reflect.get(known, 'created_at'), patience));
      return found && inKnownSpelling(found);
    },
    findNow: async id => (await cache.renewed()).request(id),
    list: () => cache.list(),
    listNow: () => cache.listNow(),
    pages: () => new Listing(reading).pages(),
    readAhead: () => cache.readAhead(),
    create(wanted) {
      const operation = `${name}.create` as const;
      const body = bodyOf(fields, wanted);
      const call = transport.begin({ operation, body, secrets: secretsIn(fields, wanted) });
      // `shown` lacks the fields that only the response to a create contains. Both come from the raw response.
      const others = new Set<string>();
      const decoder: Decoder<{ made: Types['created']; shown: Item }> = (answer, path) => {
        for (const name of namesOfOtherSecrets(wanted, answer)) others.add(name);
        return { made: created(answer, path), shown: item(answer, path) };
      };
      const send = async () => {
        const answer = call.run().then(received => decodeCreated(received, operation, decoder));
        const { made, shown } = await recordFailure(answer, undefined);
        for (const secret of secretsIn(fields, made)) transport.redactor.remember(secret);
        cache.written(shown.id, shown);
        return made;
      };
      return { send, otherSecrets: others, pause: failure => call.pause(failure) };
    },
    async update(id, changes) {
      const operation = `${name}.update` as const;
      const call = transport.call({ operation, id, body: changes, secrets: secretsIn(fields, changes) });
      const decoder: Decoder<Updated<Item>> = (answer, path) => ({
        shown: item(answer, path),
        emptied: emptyIn(fields, Object(answer)),
        otherSecrets: namesOfOtherSecrets(changes, answer),
      });
      const answered = call.then(answer => {
        const told = updatedIn(answer, operation, decoder);
        if (told.shown === undefined || told.shown.id === id) return told;
        const expected = 'the id of the request';
        throw new PlatformError('MalformedResponse', { operation, path: 'id', expected });
      });
      const told = await recordFailure(answered, id);
      const { shown } = told;
      if (shown && namesOf(fields, 'writable').every(field => Object.hasOwn(shown, field)))
        cache.written(id, shown);
      // The response does not show the whole object, so the next read asks for it.
      else cache.doubt(id);
      return told;
    },
    async delete(id) {
      const operation = `${name}.delete` as const;
      const call = transport.call({ operation, id });
      const confirmed = call.then(answer => confirmDeleted(answer, operation, id, cache));
      const wasThere = await recordFailure(confirmed, id).then(
        () => true,
        (error: unknown) => {
          // Some platforms answer 403 for what an unanswered attempt has deleted.
          const isDone = isKind(error, 'ForbiddenOrGone') && error.mayHaveTakenEffect;
          if (!isDone && !isKind(error, 'NotFound')) throw error;
          return error.mayHaveTakenEffect;
        },
      );
      cache.written(id, undefined);
      return wasThere;
    },
  };
}

/** Returns what a 2xx response to an update shows: nothing with an empty body of 204, or `{"ok": true}`. */
function updatedIn<Item>(
  answer: HttpResponse,
  operation: OperationName,
  decoder: Decoder<Updated<Item>>,
): Updated<Item> {
  try {
    return decodeResponse(answer, operation, decoder);
  } catch (error) {
    if (isEmpty(answer) || (isKind(error, 'MalformedResponse') && error.facts.path === 'id'))
      return { shown: undefined, emptied: [], otherSecrets: new Set() };
    throw error;
  }
}

/** True if earlier reads may be stale. A refusal changes nothing; a 404 means that the object is gone. */
function leavesDoubt(error: unknown): boolean {
  return isKind(error, 'NotFound') || !(error instanceof PlatformError) || error.mayHaveTakenEffect;
}

/** Decodes the response to a create. The object exists even if a 2xx response cannot be read. */
function decodeCreated<Created>(
  answer: HttpResponse,
  operation: OperationName,
  decoder: Decoder<Created>,
): Created {
  try {
    return decodeResponse(answer, operation, decoder);
  } catch (error) {
    if (!isKind(error, 'MalformedResponse')) throw error;
    const circumstance = `${error.facts.path || 'the answer'} should be ${error.facts.expected}`;
    const id = readableIdentifier(answer, operation);
    throw new PlatformError('Ambiguous', { operation, status: answer.status, circumstance, id });
  }
}

function readableIdentifier(answer: HttpResponse, operation: OperationName): string | undefined {
  try {
    return decodeResponse(answer, operation, bareIdentifier);
  } catch {
    return undefined;
  }
}

/**
 * Explains a 403 or 404 on a write. If the collection cannot be read, the 404 counts only in the platform's error shape: without
 * this rule, the 404 page of a gateway would make a delete succeed, and the object would be lost.
 */
async function contradicted<Item extends { readonly id: string }>(
  error: unknown,
  id: string,
  cache: PageCache<Item>,
): Promise<unknown> {
  if (isKind(error, 'Forbidden')) return cache.explained(error, id);
  if (!isKind(error, 'NotFound')) return error;
  try {
    await (await cache.renewed()).confirmGone(error, id);
    return error;
  } catch (failure) {
    const isUnread = failure instanceof PlatformError && failure.facts.operation !== error.facts.operation;
    return isUnread && error.facts.refusal !== undefined ? error : failure;
  }
}

/**
 * A delete is done if its response is empty, and no 202. After any other response the platform is asked for the object: a
 * gateway may answer 200 with a web page, a platform with the object or an error, and 202 only accepts the request.
 * @throws {PlatformError<'MalformedResponse' | 'StillShown'>} unless the object is gone
 */
async function confirmDeleted(
  answer: HttpResponse,
  operation: OperationName,
  id: string,
  cache: Pick<PageCache<never>, 'untilDeleted'>,
): Promise<void> {
  const { status } = answer;
  // The transport passes a 404 on only if an earlier attempt has deleted the object.
  if ((isEmpty(answer) && status !== 202) || status === 404) return;
  const facts = { operation, status, id, path: '', expected: 'empty after a delete' };
  await cache.untilDeleted(id, new PlatformError(status === 202 ? 'StillShown' : 'MalformedResponse', facts));
}
