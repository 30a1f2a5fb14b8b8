import type { ChangeContext } from '../../plugin/define/context';
import type { Platform } from '../platform';
import type { Course } from './course';
import { earlierIds, rememberKey } from './held-keys';
import { revokeAll, revokeMost } from './revocation';
import { overlapEnd, type RotatingKey, type Rotation } from './rotation';

type Context = ChangeContext<Platform>;

interface Wanted {
  readonly name: string;
  readonly tenant_id: string;
  readonly scopes?: readonly string[] | undefined;
  readonly rotation?: Rotation | undefined;
}

/** Does what the course says. Gives the attributes that it changes. */
export async function follow(prior: RotatingKey, wanted: Wanted, course: Course, context: Context) {
  if (course.issues) return rotate(prior, wanted, course, context);
  await revokeAll(course.revokes, prior, context);
  const { previous_id, previous_expires_at } = prior;
  const keepsPrevious = previous_id !== undefined && !course.revokes.includes(previous_id);
  return { ...(keepsPrevious ? { previous_id, previous_expires_at } : none), unrevoked_ids: undefined };
}

/**
 * Issues the successor of the current key. Nothing is revoked before the new key is there. A failure after that
 * is a warning: the new key's value has to reach the state, which keeps each key until it is revoked.
 */
async function rotate(prior: RotatingKey, wanted: Wanted, course: Course, context: Context) {
  const { client, notes, now } = context;
  const { name, tenant_id, scopes = [], rotation } = wanted;
  // An error after the key was issued would lose its value: what can fail is computed before.
  const end = rotation && overlapEnd(rotation, now());
  const { id, key, environment, created_at } = await client.apiKeys.create(
    { name, tenant_id, scopes },
    // They look the same by right, and are not strangers.
    { ...context, besides: [prior.id, ...earlierIds(prior)] },
  );
  if (!course.isGone) rememberKey(prior, notes);
  const unrevoked = await revokeMost(course.revokes, prior, context);
  const before = previousAfter(prior, course, unrevoked, end);
  const others = unrevoked.filter(one => one !== before.previous_id);
  return {
    id,
    key,
    environment,
    created_at,
    ...before,
    unrevoked_ids: others.length > 0 ? others : undefined,
  };
}

interface Previous {
  readonly previous_id: string | undefined;
  readonly previous_expires_at: string | undefined;
}

const none: Previous = { previous_id: undefined, previous_expires_at: undefined };

/** The current key becomes the previous one. A current key that is gone leaves the previous one in its place. */
function previousAfter(
  prior: RotatingKey,
  { isGone, revokes }: Course,
  unrevoked: readonly string[],
  end: string | undefined,
): Previous {
  const { id, previous_id, previous_expires_at } = prior;
  if (!isGone) {
    const works = !revokes.includes(id) || unrevoked.includes(id);
    return works ? { previous_id: id, previous_expires_at: end } : none;
  }
  const works = previous_id !== undefined && !revokes.includes(previous_id);
  return works ? { previous_id, previous_expires_at } : none;
}
