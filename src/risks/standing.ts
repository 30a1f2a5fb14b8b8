import { plural } from '../words/plural';
import { daysSince } from './days';
import { degraded } from './drift';
import type { Finding, Words } from './finding';
import type { Rotation } from './weakened-rotation';
import type { Endpoint } from './webhook-endpoint';

/** What a state says of a key, with its times in milliseconds. A time that cannot be read is NaN. */
export interface StandingKey {
  readonly rotation?: Pick<Rotation, 'after_days'> | undefined;
  readonly created: number;
  readonly previous_id?: string | undefined;
  readonly previousEnds: number;
  readonly unrevoked_ids?: readonly string[] | undefined;
}

/**
 * Returns what time requires of a key, and has not got yet: a rotation, or the revocation of an earlier key.
 *
 * @param now when the state was read; NaN if nobody knows
 */
export function standingKey(key: StandingKey, now: number): readonly Finding[] {
  const { rotation, created, previous_id, previousEnds, unrevoked_ids = [] } = key;
  const late = daysSince(created, now) - (rotation?.after_days ?? 0);
  const over = daysSince(previousEnds, now);
  const hasAge = rotation?.after_days !== undefined;
  const isUntold = (hasAge && Number.isNaN(late)) || (previous_id !== undefined && Number.isNaN(over));
  return [
    ...(isUntold ? [{ words: ['may be due: a time of its rotation is unknown'] }] : []),
    ...(hasAge && late >= 0 ? [due([`is due for rotation ${since(late)}`])] : []),
    ...(previous_id !== undefined && over >= 0
      ? [due([`has a previous value whose overlap ended ${ago(over)}`])]
      : []),
    ...(unrevoked_ids.length > 0 ? [due(['has earlier values that the platform refused to revoke'])] : []),
  ];
}

const since = (days: number) => (days === 0 ? 'since today' : `for ${plural(days, 'day')}`);
const ago = (days: number) => (days === 0 ? 'today' : `${plural(days, 'day')} ago`);

const due = (words: Words): Finding => ({
  risk: 'rotation-due',
  words,
  detail: 'An apply rotates what is due, and revokes what has ended.',
});

/** A degraded endpoint stays so, whatever has been planned since. The platform's document names no status but two. */
export function standingEndpoint({ status, on_degraded }: Endpoint): readonly Finding[] {
  if (status === undefined || status === 'active') return [];
  if (status !== 'degraded') return [inactive(status)];
  return on_degraded === 'ignore'
    ? [{ words: [...degraded.words, ', and on_degraded = "ignore" leaves it so'] }]
    : [degraded];
}

const inactive = (status: string): Finding => ({
  risk: 'drift',
  words: ['has the status ', { attribute: 'status', values: [status] }],
  detail: 'Only an active endpoint surely gets its events. Find out on the platform what this status means.',
});

/** A replacement or a revocation has failed: the former object is still there. */
export const deposedObject = (id: string): Finding => ({
  risk: 'drift',
  words: ['was left by an earlier replacement, and ', { attribute: 'id', values: [id] }, ' still exists'],
  detail: 'A normal apply deletes it.',
});
