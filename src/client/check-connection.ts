import { decodeAnswer } from './collections/answer-body';
import type { BaseUrl } from './contract/base-url';
import {
  Cancelled,
  Forbidden,
  LoginRefused,
  LoginRequired,
  MalformedAnswer,
  NoApi,
  NotFound,
  Unauthorized,
  Unreachable,
  Unsupported,
} from './errors';
import type { Transport } from './http/transport';

/** What another call would meet as well. */
const settling = [Unreachable, Unauthorized, LoginRequired, LoginRefused, Cancelled];

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
  base: BaseUrl,
): Promise<void> {
  try {
    if (await readAhead()) return;
  } catch (error) {
    if (error instanceof Forbidden) return;
    // A refresh token that was refused must not be shown again: it is single-use (paragraph 5.6).
    if (settling.some(type => error instanceof type)) throw error;
  }
  await askForOneItem(transport, base);
}

async function askForOneItem(transport: Transport, base: BaseUrl): Promise<void> {
  const operation = (['tenants.list', 'webhooks.list', 'apiKeys.list'] as const).find(
    name => !transport.lacks(name),
  );
  // A platform without any list shows what it thinks of the key at the first real call.
  if (operation === undefined) return;
  try {
    const answer = await transport.call({ operation, query: { limit: '1' } });
    // What the answer holds is not documented; that it is JSON tells an API from a web page.
    decodeAnswer(answer, operation, value => value);
  } catch (error) {
    if (error instanceof Forbidden) return;
    throw noApi(error, base.origin + base.prefix) ?? error;
  }
}

/**
 * Without this, a wrong path in the address looks like an API without any object: each one would be dropped from
 * the state.
 */
function noApi(error: unknown, address: string): NoApi | undefined {
  if (error instanceof MalformedAnswer && error.status !== undefined)
    return new NoApi({ operation: error.operation }, address, `the answer should be ${error.expected}`);
  if (error instanceof NotFound || error instanceof Unsupported)
    return new NoApi({ operation: error.operation }, address, `it answers ${error.status}`);
  return undefined;
}
