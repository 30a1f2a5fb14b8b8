import type { Decoder } from '../contract/decode';
import type { OperationName } from '../contract/operations';
import { bareIdentifier } from '../contract/record-decoders';
import { Ambiguous, MalformedAnswer, NotFound, PlatformError, Unsupported } from '../errors';
import type { Answer } from '../http/exchange';
import type { Call } from '../http/request';
import type { Transport } from '../http/transport';
import { decodeAnswer } from './answer-body';
import { CoalescingReader } from './coalescing-reader';
import { type CollectionReaderOptions, createSeparateReader, findIn, pagesOf } from './collection-reader';
import { createFreshReads, type FreshReads } from './fresh-reads';
import { OwnWrites } from './own-writes';

/** What one collection of the platform differs in from another. */
export interface CollectionDefinition<Item, Created> {
  readonly operations: Readonly<Record<'create' | 'list' | 'get' | 'update' | 'delete', OperationName>>;
  readonly item: Decoder<Item>;
  /** The answer to a creation, which may show more than any later one. */
  readonly created: Decoder<Created>;
}

/** How a creation is to be made. */
export interface CreateOptions {
  /**
   * Sent with every attempt: a platform that honours it creates one object for all requests of one key.
   * @default a new one for each call
   */
  readonly idempotencyKey?: string | undefined;
}

/** The calls that all collections share. */
export interface Collection<Item, Created> {
  /** @throws {Ambiguous} when the object may exist although its answer cannot be read. */
  create(fields: object, options?: CreateOptions & Pick<Call, 'secrets'>): Promise<Created>;
  /** Never older than the client. */
  find(id: string): Promise<Item | undefined>;
  /** Never older than the call. */
  findNow(id: string): Promise<Item | undefined>;
  /** Never older than the call. */
  list(): Promise<readonly Item[]>;
  pages(): AsyncIterable<readonly Item[]>;
  /** Asks for the first page, which reads to come will share. Whether the platform has answered with it. */
  readAhead(): Promise<boolean>;
  /**
   * The object as it is then; `undefined` when the platform made the change and does not show its outcome.
   * @throws {NotFound} when the object is gone.
   */
  update(id: string, changes: object, secrets?: readonly string[]): Promise<Item | undefined>;
  /** Done as well when the object is gone already. */
  delete(id: string): Promise<void>;
}

export function createCollection<Item extends { readonly id: string }, Created extends Item>(
  transport: Transport,
  definition: CollectionDefinition<Item, Created>,
): Collection<Item, Created> {
  const { operations, item, created } = definition;
  const { get, list } = operations;
  const reading = { transport, get, list, item };
  const own = new OwnWrites<Item>();
  const reader = transport.coalesces ? new CoalescingReader(reading, own) : createSeparateReader(reading);
  const fresh = createFreshReads(reading, own);
  /** A write whose failure puts what was read in doubt, and whose 404 is held against the collection. */
  const noting = async <T>(write: Promise<T>, id: string | undefined): Promise<T> => {
    try {
      return await write;
    } catch (error) {
      if (leavesDoubt(error)) {
        if (id !== undefined) own.inDoubt(id);
        // A lost creation has no id: whether it took effect shows in a new listing only.
        reader.forget();
      }
      throw id === undefined ? error : await contradicted(error, id, reading);
    }
  };
  return {
    find: id => reader.find(id),
    findNow: id => fresh.find(id),
    list: () => fresh.list(),
    pages: () => pagesOf(reading),
    readAhead: () => reader.readAhead(),
    async create(fields, options = {}) {
      const operation = operations.create;
      const call = transport.call({ operation, body: fields, ...options });
      const made = await noting(
        call.then(answer => decodeCreated(answer, operation, created)),
        undefined,
      );
      // Without what only the creation's answer shows.
      own.written(item(made, ''));
      return made;
    },
    async update(id, changes, secrets = []) {
      const operation = operations.update;
      const call = transport.call({ operation, id, body: changes, secrets });
      const told = await noting(
        call.then(answer => (isEmpty(answer) ? undefined : decodeAnswer(answer, operation, item))),
        id,
      );
      const made = told ?? (await readBack(fresh, id, operation));
      if (made === undefined) own.inDoubt(id);
      else own.written(made);
      return made;
    },
    async delete(id) {
      await noting(transport.call({ operation: operations.delete, id }), id).catch((error: unknown) => {
        if (!(error instanceof NotFound)) throw error;
      });
      own.deleted(id);
    },
  };
}

/** After a change whose answer is empty (204): it took effect, so that no failure to read makes it an error. */
async function readBack<Item>(
  fresh: FreshReads<Item>,
  id: string,
  operation: OperationName,
): Promise<Item | undefined> {
  let found: Item | undefined;
  try {
    found = await fresh.find(id);
  } catch (error) {
    if (error instanceof PlatformError) return undefined;
    throw error;
  }
  if (found === undefined) throw new NotFound({ operation }, id);
  return found;
}

function isEmpty({ body }: Answer): boolean {
  return body.text?.trim() === '';
}

/** A plain refusal changes nothing; a 404 says that what was read before is not so any more. */
function leavesDoubt(error: unknown): boolean {
  return error instanceof NotFound || !(error instanceof PlatformError) || error.mayHaveTakenEffect;
}

/** A 2xx that cannot be read has created something all the same. */
function decodeCreated<Created>(
  answer: Answer,
  operation: OperationName,
  decoder: Decoder<Created>,
): Created {
  try {
    return decodeAnswer(answer, operation, decoder);
  } catch (error) {
    if (!(error instanceof MalformedAnswer)) throw error;
    const context = { operation, status: answer.status };
    const place = error.path === '' ? 'the answer' : error.path;
    throw new Ambiguous(context, `${place} should be ${error.expected}`, {
      id: readableIdentifier(answer, operation),
    });
  }
}

function readableIdentifier(answer: Answer, operation: OperationName): string | undefined {
  try {
    return decodeAnswer(answer, operation, bareIdentifier);
  } catch {
    return undefined;
  }
}

/**
 * What a 404 on a write means: an operation that the platform lacks, when the collection still holds the
 * object; else, also when the collection cannot be read, what it says.
 */
async function contradicted<Item extends { readonly id: string }>(
  error: unknown,
  id: string,
  reading: CollectionReaderOptions<Item>,
): Promise<unknown> {
  if (!(error instanceof NotFound)) return error;
  const held = await findIn(pagesOf(reading), id).catch((failure: unknown) => {
    if (failure instanceof PlatformError) return undefined;
    throw failure;
  });
  if (held === undefined) return error;
  return new Unsupported({ operation: error.operation, status: 404 }, false);
}
