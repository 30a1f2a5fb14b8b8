import type { PrivateNotes } from '../plugin/define/context';

/** The attributes of one object that a configuration decides and the platform shows, as JSON values. */
export type Watched = Readonly<Record<string, unknown>>;

/** What another hand has changed of one object. */
export interface ForeignChange {
  /** Attributes that differ, with what they were. */
  readonly before: Watched;
  /** All attributes as the platform shows them. */
  readonly now: Watched;
  /** Attributes whose change this refresh has found; the others were found before, and are in the state by now. */
  readonly fresh: ReadonlySet<string>;
}

/** What the command of this process does with objects. */
export type CommandMode = 'normal' | 'refresh-only' | 'destroy';

/** Private notes: values from before a foreign change, and values that an update of our own has sent. */
const noted = 'changed_elsewhere';
const sent = 'update_sent';
/** Private note: a deletion of our own was planned. */
const leaving = 'deletion_planned';

/**
 * What refreshes of this process have found (decision 16). Only a plan whose refresh came to an object says what was
 * found: the walk that applies reads nothing, so that nothing is said twice, and `-refresh=false` finds nothing.
 */
export class ForeignChanges {
  private readonly found = new Map<string, ForeignChange>();

  constructor(readonly mode: CommandMode) {}

  /** A refresh has come to the object. */
  add(id: string, change: ForeignChange | undefined): void {
    if (change === undefined) this.found.delete(id);
    else this.found.set(id, change);
  }

  of(id: string): ForeignChange | undefined {
    return this.mode === 'destroy' ? undefined : this.found.get(id);
  }
}

/** Compares what the state says with what the platform shows, and notes what was there before. */
export function compare(stored: Watched, now: Watched, notes: PrivateNotes): ForeignChange | undefined {
  const [past, own] = [read(notes, noted), read(notes, sent)];
  const before: Record<string, unknown> = {};
  for (const name of Object.keys(now)) {
    const trusted = Object.hasOwn(past, name) ? past[name] : stored[name];
    const isOwn = Object.hasOwn(own, name) && isSame(own[name], now[name]);
    if (!isSame(trusted, now[name]) && !isOwn) before[name] = trusted;
  }
  const names = Object.keys(before);
  notes.set(noted, names.length > 0 ? JSON.stringify(before) : undefined);
  if (names.length === 0) return undefined;
  const fresh = new Set(names.filter(name => !isSame(stored[name], now[name])));
  return { before, now, fresh };
}

/**
 * Names of the attributes that a plan has to speak of: those that it takes back. One that the configuration has come
 * to agree with was adopted, or is the outcome of an update whose answer was lost.
 *
 * @param unknown names of attributes whose planned value is known only at apply
 */
export function takenBack(
  { before, now, fresh }: ForeignChange,
  planned: Watched,
  unknown: readonly string[],
): ReadonlySet<string> {
  const isSpokenOf = (name: string) => {
    if (unknown.includes(name)) return fresh.has(name);
    if (isSame(planned[name], now[name])) return false;
    return fresh.has(name) || isSame(planned[name], before[name]);
  };
  return new Set(Object.keys(before).filter(isSpokenOf));
}

/** A plan sends these values. Should the answer be lost, the next refresh knows them. */
export function noteSent(values: Watched, notes: PrivateNotes): void {
  notes.set(sent, JSON.stringify(values));
}

/** A creation or an update is done: nothing of what was noted before is left. */
export function noteDone(notes: PrivateNotes): void {
  for (const name of [noted, sent, leaving]) notes.set(name, undefined);
}

/** A plan deletes the object, or the one that a new object takes the place of. Should the answer be lost, the next refresh knows who did it. */
export function noteLeaving(notes: PrivateNotes): void {
  notes.set(leaving, 'yes');
}

/** Whether a deletion of our own was begun. Asked once the object is gone; one that is there has not left. */
export function hasLeft(isThere: boolean, notes: PrivateNotes): boolean {
  const wasBegun = notes.get(leaving) !== undefined;
  if (isThere) notes.set(leaving, undefined);
  return !isThere && wasBegun;
}

function read(notes: PrivateNotes, name: string): Watched {
  const text = notes.get(name);
  if (text === undefined) return {};
  const values: unknown = JSON.parse(text);
  return typeof values === 'object' && values !== null ? { ...values } : {};
}

/** Lists are compared as sets: neither order nor repetition means anything to the platform. */
function isSame(one: unknown, other: unknown): boolean {
  const canonical = (value: unknown) =>
    JSON.stringify(Array.isArray(value) ? [...new Set(value)].sort() : (value ?? null));
  return canonical(one) === canonical(other);
}
