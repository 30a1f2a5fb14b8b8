import type { ChangeContext, HandlerContext } from '../../plugin/define/context';
import type { Platform } from '../platform';
import { keyLeftBehind } from '../unavailable-operations';
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
  context: ChangeContext<Platform>,
) {
  const { client, notes, now } = context;
  const { name, tenant_id, scopes = [] } = wanted;
  const { id, key, environment, created_at } = await client.apiKeys.create(
    { name, tenant_id, scopes },
    // They look the same by right, and are not strangers.
    { ...context, besides: [held.id, ...(held.previous_id === undefined ? [] : [held.previous_id])] },
  );
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

/** Where the platform cannot revoke keys, the key is left behind with a warning. */
export async function revokeKey(id: string, { client, warn }: HandlerContext<Platform>): Promise<void> {
  if (client.lacks('apiKeys.delete')) warn(...keyLeftBehind(id));
  else await client.apiKeys.delete(id);
}

async function revoke(id: string, context: HandlerContext<Platform>): Promise<boolean> {
  try {
    await revokeKey(id, context);
    return true;
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'The platform refused.';
    context.warn(`API key ${id} is not revoked yet`, `${reason} The next apply tries again.`);
    return false;
  }
}
