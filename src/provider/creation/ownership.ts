import { timeOf } from '../../client/contract/time';
import type { Entry } from './journal/entry';
import type { Journal } from './journal/journal';
import type { Run } from './journal/run';
import type { Kind, PlatformObject } from './kind';
import type { Snapshot } from './snapshot';

/** Tolerance for the platform's clocks, milliseconds. The Date header has whole seconds, and machines may differ. */
const clockTolerance = 2000;
/** An endpoint that was created within this time after an unanswered request counts as its result, milliseconds. */
const requestWindow = 10_000;

interface Surroundings {
  readonly journal: Pick<Journal, 'all' | 'isWritable' | 'standing'>;
  readonly run: Pick<Run, 'place'>;
  readonly isKnown: (id: string) => boolean;
}

/** True for an entry of a dead run at the same place whose object no state has shown so far. */
export function isLeftover(entry: Entry, { journal, run, isKnown }: Surroundings): boolean {
  const isHere = run.place !== undefined && entry.place === run.place;
  return isHere && journal.standing(entry) === 'gone' && !(entry.id !== undefined && isKnown(entry.id));
}

/** Returns the entries of equal objects, those with an id first. */
export function leftoversOf(
  { resource }: Pick<Kind, 'resource'>,
  digest: string,
  surroundings: Surroundings,
): readonly Entry[] {
  if (!surroundings.journal.isWritable) return [];
  return surroundings.journal
    .all()
    .filter(entry => entry.resource === resource && entry.digest === digest)
    .filter(entry => isLeftover(entry, surroundings));
}

/**
 * True if the object is what the platform answered: nobody has changed it, and nothing shows that it is older than the
 * request. A platform that shows no time says nothing against the id that it has answered.
 */
export function isAsCreated(
  { digest, start }: Pick<Entry, 'digest' | 'start'>,
  found: PlatformObject,
): boolean {
  return found.digest === digest && !isOlder({ start }, found);
}

/** Returns the time of a request that is sent now. An equal object that the list shows before it is older, however near. */
export function startAfter(others: readonly PlatformObject[], now: number): number {
  const times = others.map(({ created_at }) => timeOf(created_at)).filter(Number.isFinite);
  return Math.max(now, ...times.map(time => time + clockTolerance + 1));
}

/** True if the object shows a time before the request. */
export const isOlder = ({ start }: Pick<Entry, 'start'>, { created_at }: PlatformObject) =>
  timeOf(created_at) < start - clockTolerance;

/**
 * Returns the object of a request whose answer nobody heard: the only one that looks the same and has no owner, if it
 * was created in time. A second endpoint would double every delivery.
 */
export function soleInTime(
  entry: Pick<Entry, 'digest' | 'start'>,
  snapshot: Snapshot,
  isFree: (id: string) => boolean,
): PlatformObject | undefined {
  const [only, ...others] = snapshot.like(entry.digest).filter(({ id }) => isFree(id));
  if (only === undefined || others.length > 0 || !snapshot.isComplete) return undefined;
  const isInTime = timeOf(only.created_at) <= entry.start + requestWindow + clockTolerance;
  return isInTime && isAsCreated(entry, only) ? only : undefined;
}
