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

/** The properties in which collections of the platform differ. */
export interface CollectionDefinition<Item, Created> {
  readonly operations: Readonly<Record<'create' | 'list' | 'get' | 'update' | 'delete', OperationName>>;
  readonly item: Decoder<Item>;
  /** Decodes the response to a create, which may contain more than later responses. */
  readonly created: Decoder<Created>;
}

/** Options of a create. */
export interface CreateOptions {
  /**
   * Sent with every attempt. A platform that supports it creates one object for all requests with the same key.
   * @default a new one for each call
   */
  readonly idempotencyKey?: string | undefined;
}

/** The calls that all collections have. */
export interface Collection<Item, Created> {
  /** @throws {Ambiguous} if the object may exist although the response cannot be read. */
  create(fields: object, options?: CreateOptions & Pick<Call, 'secrets'>): Promise<Created>;
  /** The result is never older than the client. */
  find(id: string): Promise<Item | undefined>;
  /** The result is never older than the call. */
  findNow(id: string): Promise<Item | undefined>;
  /** The result is never older than the call. */
  list(): Promise<readonly Item[]>;
  pages(): AsyncIterable<readonly Item[]>;
  /** Requests the first page, which later reads share. Returns true if the platform responded with it. */
  readAhead(): Promise<boolean>;
  /**
   * Returns the object after the change; `undefined` if the platform made the change but does not show the result.
   * @throws {NotFound} if the object is gone.
   */
  update(id: string, changes: object, secrets?: readonly string[]): Promise<Item | undefined>;
  /** Succeeds if the object is gone already. */
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
  /** Awaits a write. If it fails, the data read before may be stale, and a 404 is checked against the collection. */
  const recordFailure = async <T>(write: Promise<T>, id: string | undefined): Promise<T> => {
    try {
      return await write;
    } catch (error) {
      if (leavesDoubt(error)) {
        if (id !== undefined) own.inDoubt(id);
        // A lost create has no id. Only a new listing shows whether it took effect.
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
      const made = await recordFailure(
        call.then(answer => decodeCreated(answer, operation, created)),
        undefined,
      );
      // Stores the object without the fields that only the response to a create contains.
      own.written(item(made, ''));
      return made;
    },
    async update(id, changes, secrets = []) {
      const operation = operations.update;
      const call = transport.call({ operation, id, body: changes, secrets });
      const told = await recordFailure(
        call.then(answer => (isEmpty(answer) ? undefined : decodeAnswer(answer, operation, item))),
        id,
      );
      const made = told ?? (await readBack(fresh, id, operation));
      if (made === undefined) own.inDoubt(id);
      else own.written(made);
      return made;
    },
    async delete(id) {
      await recordFailure(transport.call({ operation: operations.delete, id }), id).catch(
        (error: unknown) => {
          if (!(error instanceof NotFound)) throw error;
        },
      );
      own.deleted(id);
    },
  };
}

/**
 * Reads the object after an update with an empty response (204). The update took effect, so a failed read is no
 * error.
 */
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

/**
 * Returns true if an error may mean that earlier reads are stale. A refusal changes nothing. A 404 means that the
 * object read before is gone.
 */
function leavesDoubt(error: unknown): boolean {
  return error instanceof NotFound || !(error instanceof PlatformError) || error.mayHaveTakenEffect;
}

/** Decodes the response to a create. The object exists even if a 2xx response cannot be read. */
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
 * Explains a 404 on a write. If the collection still contains the object, the platform lacks the operation.
 * Otherwise, or if the collection cannot be read, the 404 stands.
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
