import { Forbidden } from './errors';
import type { Transport } from './transport';

/**
 * One small call that tells an unreachable platform and a refused key from a working pair. A key without the
 * scope is refused with 403, which shows as much as success: reached, and authenticated.
 */
export async function checkConnection(transport: Transport): Promise<void> {
  const operation = (['tenants.list', 'webhooks.list', 'apiKeys.list'] as const).find(
    name => !transport.lacks(name),
  );
  // A platform without any list shows what it thinks of the key at the first real call.
  if (operation === undefined) return;
  try {
    await transport.call({ operation, query: { limit: '1' } });
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
}
