import { isDeepStrictEqual } from 'node:util';
import type { Identified } from '../client/contract/collection-contract';
import type { PrivateNotes } from '../plugin/define/context';
import type { Warning } from '../plugin/define/definition';
import type { Drift, Fate } from '../risks/drift';
import type { Finding } from '../risks/finding';
import type { CommandMode } from './connection/terraform-command';
import { noted, type Watched } from './notes';

/** The drift of one object: a change that was not made by this stack. */
export interface FoundChange {
  /** Attributes that differ, with their previous values. */
  readonly before: Watched;
  /** All attributes as the platform shows them. */
  readonly now: Watched;
  /** Attributes whose change this refresh has found. The others were found earlier, and are already in the state. */
  readonly fresh: ReadonlySet<string>;
}

/** The part of the platform that remembers drift. */
export interface Finder {
  readonly mode: CommandMode;
  /**
   * The changes that refreshes of this process have found, by the id of the object (decision 16). Only a plan whose refresh has
   * read the object reports them. The walk that applies reads nothing, so nothing is reported twice.
   */
  readonly drift: Map<string, FoundChange>;
}

/** How the changes of one kind of object are found and reported. */
export interface WatchedKind<Attributes extends Identified> {
  /** Returns the compared values: what an update can change, and the platform shows. */
  watched(attributes: object): Watched;
  drift(drift: Drift<Watched>): readonly Finding[];
  readonly deleted: Finding;
  warnings(object: Attributes, findings: readonly Finding[]): readonly Warning[];
}

/** Compares the state with what a refresh has read. Returns the warnings that no plan would carry. */
export function noteRefresh<Attributes extends Identified>(
  kind: WatchedKind<Attributes>,
  state: Attributes,
  found: object | undefined,
  { client, notes }: { readonly client: Finder; readonly notes: PrivateNotes },
): readonly Warning[] {
  const stored = kind.watched(state);
  // Right after an import, the state has nothing to compare.
  if (Object.values(stored).every(value => (value ?? null) === null)) return [];
  if (found === undefined) return kind.warnings(state, [kind.deleted]);
  const change = changeSince(stored, kind.watched({ ...state, ...found }), notes);
  if (change === undefined) client.drift.delete(state.id);
  else client.drift.set(state.id, change);
  // Otherwise, the plan of the object reports what it reverts.
  if (change === undefined || client.mode !== 'refresh-only') return [];
  return changeWords(kind, state, change, [...change.fresh], 'kept');
}

/** Warns of the changes that a plan reverts. @param unknown attributes that are known after apply */
export function revertedWords<Attributes extends Identified>(
  kind: WatchedKind<Attributes>,
  prior: Attributes,
  planned: object,
  client: Finder | undefined,
  unknown: readonly string[],
  fate: Fate = 'restored',
): readonly Warning[] {
  const change = client?.drift.get(prior.id);
  if (change === undefined) return [];
  const { before, now, fresh } = change;
  const wanted = kind.watched(planned);
  // A change that the configuration now agrees with was adopted, or it is the result of an update whose answer was lost.
  const isReverted = (name: string) => {
    if (unknown.includes(name)) return fresh.has(name);
    if (isSame(wanted[name], now[name])) return false;
    return fresh.has(name) || isSame(wanted[name], before[name]);
  };
  return changeWords(kind, prior, change, Object.keys(before).filter(isReverted), fate);
}

/** Names the object as it was before the change: people know it so. */
function changeWords<Attributes extends Identified>(
  kind: WatchedKind<Attributes>,
  object: Attributes,
  { before, now }: FoundChange,
  attributes: readonly string[],
  fate: Fate,
): readonly Warning[] {
  const findings = kind.drift({ before, now, attributes, fateOf: () => fate });
  return kind.warnings({ ...object, ...now, ...before }, findings);
}

/** Compares the state with the platform, and notes the values before the change. */
function changeSince(stored: Watched, now: Watched, notes: PrivateNotes): FoundChange | undefined {
  const past = noted.beforeDrift.read(notes) ?? {};
  const before: Record<string, unknown> = {};
  for (const name of Object.keys(now)) {
    const trusted = Object.hasOwn(past, name) ? past[name] : stored[name];
    if (!isSame(trusted, now[name])) before[name] = trusted ?? null;
  }
  const names = Object.keys(before);
  noted.beforeDrift.write(notes, names.length > 0 ? before : undefined);
  if (names.length === 0) return undefined;
  const fresh = new Set(names.filter(name => !isSame(stored[name], now[name])));
  return { before, now, fresh };
}

const isSame = (one: unknown, other: unknown) => isDeepStrictEqual(one ?? null, other ?? null);
