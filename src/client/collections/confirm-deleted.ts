import { DecodeFault, type Decoder } from '../contract/decode';
import type { OperationName } from '../contract/operations';
import type { HttpResponse } from '../http/exchange';
import { type CollectionReaderOptions, findIn, findSeparately, pagesOf } from './collection-reader';
import { decodeResponse, isEmpty } from './decode-response';

/**
 * A delete is done if its response is empty, or is JSON that says so. After any other response the platform is asked
 * for the object: a gateway may answer 200 with a web page, and a platform with an error. Without this check, the
 * object would be in no state.
 * @throws {MalformedResponse} unless the object is gone
 */
export async function confirmDeleted<Item extends { readonly id: string }>(
  answer: HttpResponse,
  operation: OperationName,
  id: string,
  reading: CollectionReaderOptions<Item>,
): Promise<void> {
  // The transport passes a 404 on only if an earlier attempt has deleted the object.
  if (isEmpty(answer) || answer.status === 404) return;
  try {
    decodeResponse(answer, operation, deletionOf(id));
  } catch (error) {
    const held = await find(id, reading).catch(() => 'unknown' as const);
    if (held !== undefined) throw error;
  }
}

function find<Item extends { readonly id: string }>(
  id: string,
  reading: CollectionReaderOptions<Item>,
): Promise<Item | undefined> {
  const inCollection = () => findIn(pagesOf(reading), id);
  return reading.transport.isUnavailable(reading.list)
    ? findSeparately(reading, id, inCollection)
    : inCollection();
}

/** Decodes a statement that the object is deleted. Any other JSON may mean anything. */
const deletionOf =
  (id: string): Decoder<true> =>
  (value, path) => {
    const part = (name: string): unknown => Reflect.get(Object(value), name);
    if (part('deleted') === true && (part('id') ?? id) === id) return true;
    throw new DecodeFault(path, 'empty, or an object with "deleted": true');
  };
