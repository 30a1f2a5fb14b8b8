import { decodeAnswer } from './answer-body';
import { type CollectionReader, createCollectionReader, findIn } from './collection-reader';
import type { OperationName } from './contract';
import type { Decoder } from './decode';
import { Ambiguous, MalformedAnswer, NotFound, PlatformError, Unsupported } from './errors';
import type { Answer } from './exchange';
import { bareIdentifier } from './record-decoders';
import type { Transport } from './transport';

/** What one collection of the platform differs in from another. */
export interface CollectionDefinition<Item, Created> {
  readonly operations: Readonly<Record<'create' | 'list' | 'get' | 'update' | 'delete', OperationName>>;
  readonly item: Decoder<Item>;
  /** The answer to a creation, which may show more than any later one. */
  readonly created: Decoder<Created>;
}

/** The calls that all collections share. */
export interface Collection<Item, Created> {
  /** @throws {Ambiguous} when the object may exist although its answer cannot be read. */
  create(fields: object, secrets?: readonly string[]): Promise<Created>;
  find(id: string): Promise<Item | undefined>;
  list(): Promise<readonly Item[]>;
  pages(): AsyncIterable<readonly Item[]>;
  /** @throws {NotFound} when the object is gone. */
  update(id: string, changes: object, secrets?: readonly string[]): Promise<Item>;
  /** Done as well when the object is gone already. */
  delete(id: string): Promise<void>;
}

export function createCollection<Item extends { readonly id: string }, Created extends Item>(
  transport: Transport,
  definition: CollectionDefinition<Item, Created>,
): Collection<Item, Created> {
  const { operations, item, created } = definition;
  const { get, list } = operations;
  const reader = createCollectionReader({ transport, get, list, item });
  return {
    find: id => reader.find(id),
    pages: () => reader.pages(),
    list: () => collect(reader.pages()),
    async create(fields, secrets = []) {
      const operation = operations.create;
      const answer = await transport.call({ operation, body: fields, secrets });
      return decodeCreated(answer, operation, created);
    },
    async update(id, changes, secrets = []) {
      const operation = operations.update;
      const call = transport.call({ operation, id, body: changes, secrets });
      const answer = await call.catch(async (error: unknown) => {
        throw await contradicted(error, id, reader);
      });
      return decodeAnswer(answer, operation, item);
    },
    async delete(id) {
      await transport.call({ operation: operations.delete, id }).catch(async (error: unknown) => {
        const verdict = await contradicted(error, id, reader);
        if (!(verdict instanceof NotFound)) throw verdict;
      });
    },
  };
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
    throw new Ambiguous(
      context,
      `${place} should be ${error.expected}`,
      readableIdentifier(answer, operation),
    );
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
  reader: CollectionReader<Item>,
): Promise<unknown> {
  if (!(error instanceof NotFound)) return error;
  const held = await findIn(reader.pages(), id).catch((failure: unknown) => {
    if (failure instanceof PlatformError) return undefined;
    throw failure;
  });
  if (held === undefined) return error;
  return new Unsupported({ operation: error.operation, status: 404 }, false);
}

async function collect<Item>(pages: AsyncIterable<readonly Item[]>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of pages) items.push(...page);
  return items;
}
