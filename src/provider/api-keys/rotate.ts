import type { HandlerContext } from '../../plugin/define/context';
import type { Platform } from '../platform';
import { overlapEnd, type Rotation } from './rotation';
import { rememberPrevious } from './self-lockout';

interface Held {
  readonly id: string;
  readonly key?: string | undefined;
  readonly previous_id?: string | undefined;
}

interface Wanted {
  readonly name: string;
  readonly tenant_id: string;
  readonly scopes?: readonly string[] | undefined;
}

/**
 * Issues the key's successor. Nothing is revoked before the new key is there; what fails after that is a
 * warning, because the new key's value has to reach the state, and a later apply finishes the rest.
 */
export async function rotate(
  held: Held,
  wanted: Wanted,
  rotation: Rotation,
  context: HandlerContext<Platform>,
) {
  const { client, notes, now } = context;
  const { name, tenant_id, scopes = [] } = wanted;
  const { id, key, environment, created_at } = await client.apiKeys.create({ name, tenant_id, scopes });
  if (held.previous_id !== undefined) await revoke(held.previous_id, context);
  rememberPrevious(held.key, notes);
  const isRevoked = rotation.overlap_days === 0 && (await revoke(held.id, context));
  return {
    id,
    key,
    environment,
    created_at,
    previous_id: isRevoked ? undefined : held.id,
    previous_expires_at: isRevoked ? undefined : overlapEnd(rotation, now()),
  };
}

async function revoke(id: string, { client, warn }: HandlerContext<Platform>): Promise<boolean> {
  try {
    await client.apiKeys.delete(id);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The platform refused.';
    warn(`API key ${id} is not revoked yet`, `${reason} The next apply tries again.`);
    return false;
  }
}
