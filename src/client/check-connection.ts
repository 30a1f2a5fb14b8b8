import { type OperationName, operationNames, operationOf } from './contract/operations';
import { Cancelled, Forbidden, LoginRefused, LoginRequired, Unauthorized, Unreachable } from './errors';
import type { Transport } from './http/transport';

/** What another call would meet as well. */
const settling = [Unreachable, Unauthorized, LoginRequired, LoginRefused, Cancelled];

const isDocumented = (name: OperationName) => operationOf(name).source === 'documented';

/** The documented lists first: those are there. */
const lists = operationNames
  .filter(name => name.endsWith('.list'))
  .sort((one, other) => Number(isDocumented(other)) - Number(isDocumented(one)));

/**
 * One call that tells an unreachable platform and a refused key from a working pair. A key without the scope for
 * it is refused with 403, which shows as much as success: reached, and authenticated.
 *
 * @param readAhead a page that later reads will share: while it answers, the check costs no request of its own.
 * Where it shows nothing (no sharing, a slow or a faulty list), one tenant is asked for, whose path is documented.
 */
export async function checkConnection(
  transport: Transport,
  readAhead: () => Promise<boolean>,
): Promise<void> {
  try {
    if (await readAhead()) return;
  } catch (error) {
    if (error instanceof Forbidden) return;
    // A refresh token that was refused must not be shown again: it is single-use (paragraph 5.6).
    if (settling.some(type => error instanceof type)) throw error;
  }
  await askForOneItem(transport);
}

async function askForOneItem(transport: Transport): Promise<void> {
  const operation = lists.find(name => !transport.lacks(name));
  // A platform without any list shows what it thinks of the key at the first real call.
  if (operation === undefined) return;
  try {
    await transport.call({ operation, query: { limit: '1' } });
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
}
