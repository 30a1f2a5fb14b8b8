import type { JudgedKind, Listed } from './creatable';

/** What a plan says of an entry; the words are in `messages.ts`. */
export type Topic =
  | 'takenOver'
  | 'takenOverOnEvidence'
  | 'reissued'
  | 'candidates'
  | 'mayExist'
  | 'changed'
  | 'noUpdate'
  | 'notThisRun'
  | 'undecided'
  | 'otherCredential'
  | 'stateNotStored'
  | 'orphaned';

/** What the rule book says of an entry. */
export interface Verdict {
  /** What the creation of an equal object does about it. Absent: nothing, so the creation goes on beside it. */
  readonly act?: 'take over' | 'issue anew' | 'ask again';
  /** Absent where there is nothing to say. */
  readonly topic?: Topic;
  /** The objects that this is about. */
  readonly ids: readonly string[];
  /** Nothing is left of it: the entry is closed. */
  readonly isOver?: true;
}

/** What is known without asking the platform. */
export interface Circumstances {
  /** Whether its run ended in order, which says nothing about the state. */
  readonly hasEnded: boolean;
  /** Whether this is the first whole run since, at the same place. */
  readonly mayAct: boolean;
  /** Whether the entry was made with this credential: another one may not see the object. */
  readonly isOurs: boolean;
  /** Whether this run creates an equal object. */
  readonly isWanted: boolean;
  /** Whether the plan creates objects whose fields are known only at apply. */
  readonly isUndecided: boolean;
  readonly takeover: JudgedKind['takeover'];
}

/** What the collection shows of an entry without an id. */
export interface Traces {
  /** The objects that its request can have made. */
  readonly candidates: readonly Pick<Listed, 'id'>[];
  /** Whether the collection was read to its end. */
  readonly isComplete: boolean;
  /** Whether the one candidate was not there before, and was created within the request. */
  readonly isEvident: boolean;
  /** Whether the request may still take effect. */
  readonly isEarly: boolean;
}

/** The platform has answered with the id. */
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

/** The answer was lost, so evidence decides. */
export function judgeUnanswered(
  { candidates, isComplete, isEvident, isEarly }: Traces,
  { mayAct, isOurs, isWanted, takeover }: Circumstances,
): Verdict {
  const ids = candidates.map(({ id }) => id);
  const isOurTurn = mayAct && isWanted;
  const act = isOurTurn ? { act: 'ask again' as const } : {};
  if (ids.length > 0 && isEvident && isOurTurn && takeover?.isOffered)
    return { act: 'take over', topic: 'takenOverOnEvidence', ids };
  if (ids.length > 0) return { ...act, topic: 'candidates', ids };
  if (!(isComplete && isOurs)) return { ...act, topic: 'mayExist', ids };
  return isEarly ? { ...act, ids } : { isOver: true, ids };
}
