import { Forbidden } from './errors';
import type { Transport } from './transport';

/**
 * One small call that tells an unreachable platform and a refused key from a working pair. A key without the
 * scope `tenants:read` is refused with 403, which shows as much as success: reached, and authenticated.
 */
export async function checkConnection(transport: Transport): Promise<void> {
  try {
    await transport.call({ operation: 'tenants.list', query: { limit: '1' } });
  } catch (error) {
    if (!(error instanceof Forbidden)) throw error;
  }
}
