import { decodeResponse } from './collections/decode-response';
import { contract, type OperationName, operationNames } from './contract/operations';
import { isKind, PlatformError } from './errors';
import type { Transport } from './http/transport';

/** Errors that any other call would meet, too. */
const final = ['Unreachable', 'Unauthorized', 'LoginRequired', 'LoginRefused', 'Cancelled'] as const;

const isDocumented = (name: OperationName) => contract[name].source === 'documented';

/** All list operations, the documented ones first: the platform certainly has those. */
const lists = operationNames
  .filter(name => name.endsWith('.list'))
  .sort((one, other) => Number(isDocumented(other)) - Number(isDocumented(one)));

/**
 * Checks with one call that the platform is reachable and accepts the key. 403 also passes: the key is valid and
 * only lacks a scope.
 *
 * @param readAhead reads a page that later reads share, so the check costs no extra request. If it gives no result
 * (no sharing, or a failing list), the check requests another list.
 */
export async function checkConnection(
  transport: Transport,
  readAhead: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await readAhead()) return;
  } catch (error) {
    if (isKind(error, 'Forbidden')) return;
    // Do not retry with a refresh token that was refused: it is single-use (paragraph 5.6).
    if (isKind(error, ...final)) throw error;
  }
  await askForAList(transport);
}

async function askForAList(transport: Transport): Promise<void> {
  const operation = lists.find(name => !transport.isUnavailable(name));
  // Without any list operation there is nothing to call. The first real call reports a refused key.
  if (operation === undefined) return;
  try {
    const answer = await transport.call({ operation });
    // What the answer holds is not documented; that it is JSON tells an API from a web page.
    decodeResponse(answer, operation, value => value);
  } catch (error) {
    if (isKind(error, 'Forbidden')) return;
    throw noApi(error, transport.base.origin + transport.base.prefix) ?? error;
  }
}

/** Without this, a wrong path looks like an API without objects, and each one would be dropped from the state. */
function noApi(error: unknown, address: string): PlatformError<'NoApi'> | undefined {
  if (!isKind(error, 'MalformedResponse', 'NotFound', 'Unsupported')) return undefined;
  const { operation, status } = error.facts;
  // Without a status, nothing was answered that could be an API.
  if (status === undefined) return undefined;
  const isMalformed = isKind(error, 'MalformedResponse');
  const circumstance = isMalformed ? `the answer should be ${error.facts.expected}` : `it answers ${status}`;
  return new PlatformError('NoApi', { operation, address, circumstance });
}
