import type { JudgedKind, Listed } from './creatable';

/** The subject of a plan's message about an entry. The texts are in `messages.ts`. */
export type Topic =
  | 'takenOver'
  | 'takenOverOnEvidence'
  | 'reissued'
  | 'candidates'
  | 'candidatesAlone'
  | 'mayExist'
  | 'changed'
  | 'noUpdate'
  | 'notThisRun'
  | 'undecided'
  | 'otherCredential'
  | 'stateNotStored'
  | 'orphaned';

/** The decision about an entry. */
export interface Verdict {
  /** What the create of an equal object does about it. Absent: nothing; the create makes another object. */
  readonly act?: 'take over' | 'issue anew' | 'ask again';
  /** Absent if there is nothing to report. */
  readonly topic?: Topic;
  /** The objects that the verdict is about. */
  readonly ids: readonly string[];
  /** Nothing is left of the entry, so it is closed. */
  readonly isOver?: true;
}

/** The facts that are known without asking the platform. */
export interface Circumstances {
  /** True if the run of the entry ended normally. That says nothing about the state. */
  readonly hasEnded: boolean;
  /** True if this is the first whole run since then at the same place. */
  readonly mayAct: boolean;
  /** True if the entry was made with this credential. Another credential may not see the object. */
  readonly isOurs: boolean;
  /** True if this run creates an equal object. */
  readonly isWanted: boolean;
  /** True if the plan creates objects whose fields are known only at apply. */
  readonly isUndecided: boolean;
  readonly takeover: JudgedKind['takeover'];
}

/** What the collection shows about an entry without an id. */
export interface Traces {
  /** The objects that the request may have created. */
  readonly candidates: readonly Pick<Listed, 'id'>[];
  /** True if the collection was read to its end. */
  readonly isComplete: boolean;
  /** True if the only candidate did not exist before and was created within the request. */
  readonly isEvident: boolean;
  /** True if the request may still take effect. */
  readonly isEarly: boolean;
}

/** Judges an entry that the platform answered with an id. */
export function judgeAnswered(
  id: string,
  found: 'as created' | 'changed' | 'gone',
  { hasEnded, mayAct, isOurs, isWanted, isUndecided, takeover }: Circumstances,
): Verdict {
  const ids = [id];
  if (found === 'gone') return isOurs ? { isOver: true, ids: [] } : { ids: [] };
  if (hasEnded) return found === 'as created' ? { topic: 'stateNotStored', ids } : { ids: [] };
  if (found === 'changed') return { topic: 'changed', ids };
  if (!mayAct) return { topic: 'notThisRun', ids };
  if (isWanted && takeover === undefined) return { act: 'issue anew', topic: 'reissued', ids };
  if (isWanted && takeover?.isOffered) return { act: 'take over', topic: 'takenOver', ids };
  if (isWanted) return { topic: 'noUpdate', ids };
  if (isUndecided) return { topic: 'undecided', ids };
  return { topic: isOurs ? 'orphaned' : 'otherCredential', ids };
}

/** Judges an entry whose answer was lost, by evidence. */
export function judgeUnanswered(
  { candidates, isComplete, isEvident, isEarly }: Traces,
  { mayAct, isOurs, isWanted, takeover }: Circumstances,
): Verdict {
  const ids = candidates.map(({ id }) => id);
  const isOurTurn = mayAct && isWanted;
  const act = isOurTurn ? { act: 'ask again' as const } : {};
  if (ids.length > 0 && isEvident && isOurTurn && takeover?.isOffered)
    return { act: 'take over', topic: 'takenOverOnEvidence', ids };
  if (ids.length > 0) return { ...act, topic: isWanted ? 'candidates' : 'candidatesAlone', ids };
  if (!(isComplete && isOurs)) return { ...act, topic: 'mayExist', ids };
  return isEarly ? { ...act, ids } : { isOver: true, ids };
}
