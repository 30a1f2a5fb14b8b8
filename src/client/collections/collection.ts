import type { CollectionContract, CollectionTypes } from '../contract/collection-contract';
import type { Decoder } from '../contract/decode';
import type { ManagedCollectionName, OperationName } from '../contract/operations';
import { bareIdentifier } from '../contract/page';
import { Ambiguous, MalformedAnswer, NotFound, PlatformError, Unsupported } from '../errors';
import type { Answer } from '../http/exchange';
import type { Transport } from '../http/transport';
import { decodeAnswer } from './answer-body';
import { CoalescingReader } from './coalescing-reader';
import { type CollectionReaderOptions, createSeparateReader, findIn, pagesOf } from './collection-reader';
import { createFreshReads, type FreshReads } from './fresh-reads';
import { OwnWrites } from './own-writes';

/** How a creation is to be made. */
export interface CreateOptions {
  /**
   * Sent with every attempt: a platform that honours it creates one object for all requests of one key.
   * @default a new one for each call
   */
  readonly idempotencyKey?: string | undefined;
}

/** The calls on one collection. */
export interface Collection<Types extends CollectionTypes> {
  /** @throws {Ambiguous} when the object may exist although its answer, and what only that shows, is lost. */
  create(wanted: Types['wanted'], options?: CreateOptions): Promise<Types['created']>;
  /**
   * `undefined` when it is gone. Never older than the client.
   * @throws {Unobservable} when neither it nor the collection can be read.
   */
  find(id: string): Promise<Types['item'] | undefined>;
  /** The same, and never older than the call. */
  findNow(id: string): Promise<Types['item'] | undefined>;
  /** Never older than the call. */
  list(): Promise<readonly Types['item'][]>;
  pages(): AsyncIterable<readonly Types['item'][]>;
  /** Asks for the first page, which reads to come will share. Whether the platform has answered with it. */
  readAhead(): Promise<boolean>;
  /**
   * Sends what is given and leaves the rest. `undefined` when the platform made the change and does not show its
   * outcome. @throws {NotFound} when it is gone.
   */
  update(id: string, changes: Types['changes']): Promise<Types['item'] | undefined>;
  /** Done as well when it is gone already. */
  delete(id: string): Promise<void>;
}

export function createCollection<Types extends CollectionTypes>(
  transport: Transport,
  name: ManagedCollectionName,
  contract: CollectionContract<Types>,
): Collection<Types> {
  type Item = Types['item'];
  const { item, created } = contract;
  const reading = { transport, get: `${name}.get`, list: `${name}.list`, item } as const;
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
    async create(wanted, options = {}) {
      const operation = `${name}.create` as const;
      const secrets = secretsSent(contract, wanted);
      const call = transport.call({ operation, body: wanted, ...options, secrets });
      const made = await noting(
        call.then(answer => decodeCreated(answer, operation, created)),
        undefined,
      );
      for (const secret of contract.secretsIssued?.(made) ?? []) transport.redactor.remember(secret);
      // Without what only the creation's answer shows.
      own.written(item(made, ''));
      return made;
    },
    async update(id, changes) {
      const operation = `${name}.update` as const;
      const call = transport.call({ operation, id, body: changes, secrets: secretsSent(contract, changes) });
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
      await noting(transport.call({ operation: `${name}.delete`, id }), id).catch((error: unknown) => {
        if (!(error instanceof NotFound)) throw error;
      });
      own.deleted(id);
    },
  };
}

function secretsSent<Types extends CollectionTypes>(
  contract: CollectionContract<Types>,
  fields: Types['wanted'] | Types['changes'],
): readonly string[] {
  return (contract.secretsSent?.(fields) ?? []).filter(secret => secret !== undefined);
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
