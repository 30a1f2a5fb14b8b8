import { type OperationName, operationNames, operationOf } from './contract/operations';
import { Cancelled, Forbidden, LoginRefused, LoginRequired, Unauthorized, Unreachable } from './errors';
import type { Transport } from './http/transport';

/** Errors that any other call would meet, too. */
const finalErrors = [Unreachable, Unauthorized, LoginRequired, LoginRefused, Cancelled];

const isDocumented = (name: OperationName) => operationOf(name).source === 'documented';

/** All list operations, the documented ones first: the platform certainly has those. */
const lists = operationNames
  .filter(name => name.endsWith('.list'))
  .sort((one, other) => Number(isDocumented(other)) - Number(isDocumented(one)));

/**
 * Checks with one call that the platform is reachable and accepts the key. 403 also passes: the key is valid and
 * only lacks a scope.
 *
 * @param readAhead reads a page that later reads share, so the check costs no extra request. If it gives no result
 * (no sharing, or a slow or failing list), the check requests one tenant, whose path is documented.
 */
export async function checkConnection(
  transport: Transport,
  readAhead: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await readAhead()) return;
  } catch (error) {
    if (error instanceof Forbidden) return;
    // Do not retry with a refresh token that was refused: it is single-use (paragraph 5.6).
    if (finalErrors.some(type => error instanceof type)) throw error;
  }
  await askForOneItem(transport);
}

async function askForOneItem(transport: Transport): Promise<void> {
  const operation = lists.find(name => !transport.lacks(name));
  // Without any list operation there is nothing to call. The first real call reports a refused key.
  if (operation === undefined) return;
  try {
    await transport.call({ operation, query: { limit: '1' } });
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
}
