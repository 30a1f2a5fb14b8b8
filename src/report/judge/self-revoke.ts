import { type Harm, harmOfDeletion, harmsOfUpdate } from '../../risks/harm';
import type { Note, Risk } from '../model';
import type { PlannedObject } from '../plan/planned-object';
import type { ReportOptions } from '../report-options';
import { actionOf, isForgotten, type Judging, lacks } from './judging';
import { type OwnKeys, ownKeysOf } from './own-keys';
import { type JudgedObject, riskOf } from './risk';
import { type KeyState, keyState, plannedKeyChanges } from './states';

export interface SelfRevocations {
  readonly risks: readonly Risk[];
  readonly notes: readonly Note[];
}

interface Harmed {
  readonly judged: JudgedObject;
  readonly before: KeyState;
  readonly harms: readonly Harm[];
}

/**
 * Finds plans that revoke or narrow the key that the pipeline runs with, without asking the platform. The own key is
 * known from the provider blocks and from `ownKeys`. The values of the state’s keys stand in the plan.
 */
export function selfRevocations(
  keys: readonly JudgedObject[],
  judging: Judging,
  { ownKeys, areOwnKeysNamed = false }: Pick<ReportOptions, 'ownKeys' | 'areOwnKeysNamed'>,
): SelfRevocations {
  const harmed = keys.flatMap(key => harmedBy(key, judging) ?? []);
  if (harmed.length === 0) return { risks: [], notes: [] };
  const { plan } = judging;
  const own = [...plan.configuration.providers.keys()].map(key => ownKeysOf(plan, key));
  const values = new Set([...ownKeys, ...own.flatMap(({ values }) => values)]);
  const blocks = new Set(own.flatMap(({ blocks }) => blocks));
  const isOwn = ({ judged, before }: Harmed) =>
    blocks.has(judged.object.block) || (before.key !== undefined && values.has(before.key));
  const risks = harmed.filter(isOwn).flatMap(each => ofHarm(each, judging) ?? []);
  const isCompared = areOwnKeysNamed && harmed.every(({ before }) => before.key !== undefined);
  const notes = isCompared || risks.length > 0 ? [] : notesOf(own, harmed, ownKeys.length > 0);
  return { risks, notes };
}

/**
 * SVC_API_KEY stands for blocks without a key of their own. A block has no key and `oauth` at once, so it stands for
 * `oauth = var.person ? {} : null`, too.
 */
function notesOf(
  own: readonly OwnKeys[],
  harmed: readonly Harmed[],
  hasEnvironmentKey: boolean,
): readonly Note[] {
  const isHidden = own.some(({ isSeen, isFromEnvironment }) => !isFromEnvironment && !isSeen);
  const needsEnvironment = own.length === 0 || own.some(({ isFromEnvironment }) => isFromEnvironment);
  const isOwnSeen = !isHidden && (hasEnvironmentKey || !needsEnvironment);
  if (isHidden && own.length > 1) return [unseen, unguarded];
  return isOwnSeen && harmed.every(({ before }) => before.key !== undefined) ? [] : [unseen];
}

const unseen: Note = {
  name: 'self-revoke-unseen',
  sentence:
    'The report cannot tell whether this plan revokes or narrows the key that the pipeline runs with: the plan lacks ' +
    'that key, or the value of a key that it changes. A provider block without api_key runs with SVC_API_KEY: set it ' +
    'for the report to compare it. --own-key-env takes the variables of the environment that hold other keys. The provider itself refuses such a plan, unless allow_self_revoke is true.',
};

/** The provider’s own guard knows the key of one block, and objects of another block may be that key. */
const unguarded: Note = {
  name: 'self-revoke-unguarded',
  sentence:
    'One of several provider blocks has an api_key that the plan does not show. The provider refuses a plan that revokes ' +
    'or narrows the key of the same block alone. Give the block its key in a variable, so that the plan shows it, or name all keys with ' +
    '--own-key-env.',
};

function harmedBy(judged: JudgedObject, { plan }: Judging): Harmed | undefined {
  const { object } = judged;
  const [before, after] = [keyState(object.before), keyState(object.after)];
  if (before === undefined) return undefined;
  const harms = harmsOf(object, before, after, plan.createdAt).filter(
    ({ deed, ids }) =>
      ids.includes(before.id) && !(deed === 'revoke' && lacks(plan, object, 'apiKeys.delete')),
  );
  return harms.length > 0 ? { judged, before, harms } : undefined;
}

function harmsOf(
  object: PlannedObject,
  before: KeyState,
  after: KeyState | undefined,
  createdAt: string | undefined,
): readonly Harm[] {
  const action = actionOf(object);
  if (isForgotten(object)) return [];
  if (action === 'delete' || action === 'replace') return [harmOfDeletion(before)];
  if (action !== 'update' || after === undefined) return [];
  return harmsOfUpdate(before, after, plannedKeyChanges(object, before, after, createdAt).changes);
}

function ofHarm({ judged, harms: [harm] }: Harmed, judging: Judging): Risk | undefined {
  if (harm === undefined) return undefined;
  const deed = harm.deed === 'revoke' ? 'is revoked' : 'loses scopes';
  const finding = {
    risk: 'self-revoke',
    words: [`${deed}, and the pipeline itself runs with it`],
    detail:
      'The apply may fail in the middle, and the next run cannot begin. Give the provider another key first.',
  } as const;
  return riskOf(finding, judged, judging);
}
