import { type Harm, harmOfDeletion, harmsOfUpdate } from '../../risks/harm';
import type { Note } from '../model';
import type { Plan } from '../plan/plan';
import type { PlannedObject } from '../plan/planned-object';
import type { ReportOptions } from '../report-options';
import { type FoundRisk, risksIn } from './found';
import { actionOf, isForgotten, type Judging, lacks } from './judging';
import { type OwnKeys, ownKeysOf } from './own-keys';
import { type KeyState, keyState, plannedKeyChanges } from './states';

interface Harmed {
  readonly object: PlannedObject;
  readonly deed: Harm['deed'];
  /** The value of the key, if the plan has it. */
  readonly value: string | undefined;
}

/**
 * Finds plans that revoke or narrow the key that the pipeline runs with, without asking the platform. The own key is
 * known from the provider blocks and from `ownKeys`. The values of the state’s keys stand in the plan.
 */
export function selfRevocations(
  keys: readonly PlannedObject[],
  judging: Judging,
  { ownKeys, areOwnKeysNamed = false }: Pick<ReportOptions, 'ownKeys' | 'areOwnKeysNamed'>,
): { readonly risks: readonly FoundRisk[]; readonly notes: readonly Note[] } {
  const { plan } = judging;
  const harmed = keys.flatMap(object => harmedBy(object, plan));
  if (harmed.length === 0) return { risks: [], notes: [] };
  const own = [...plan.configuration.providers.values()].map(block => ownKeysOf(plan, block));
  const values = new Set([...ownKeys, ...own.flatMap(({ values }) => values)]);
  const blocks = new Set(own.flatMap(({ blocks }) => blocks));
  const risks = harmed
    .filter(({ object, value = '' }) => blocks.has(object.block) || values.has(value))
    .flatMap(({ object, deed }) => risksIn({ object, findings: [finding(deed)] }, judging));
  const areSeen = harmed.every(({ value }) => value !== undefined);
  const isCompared = areOwnKeysNamed && areSeen;
  return { risks, notes: isCompared || risks.length > 0 ? [] : notesOf(own, areSeen, ownKeys.length > 0) };
}

const finding = (deed: Harm['deed']) =>
  ({
    risk: 'self-revoke',
    words: [`${deed === 'revoke' ? 'is revoked' : 'loses scopes'}, and the pipeline itself runs with it`],
    detail:
      'The apply may fail in the middle, and the next run cannot begin. Give the provider another key first.',
  }) as const;

/**
 * SVC_API_KEY stands for blocks without a key of their own. A block has no key and `oauth` at once, so it stands for
 * `oauth = var.person ? {} : null`, too.
 */
function notesOf(own: readonly OwnKeys[], areSeen: boolean, hasEnvironmentKey: boolean): readonly Note[] {
  const isHidden = own.some(({ isSeen, isFromEnvironment }) => !isFromEnvironment && !isSeen);
  const needsEnvironment = own.length === 0 || own.some(({ isFromEnvironment }) => isFromEnvironment);
  const isOwnSeen = !isHidden && (hasEnvironmentKey || !needsEnvironment);
  if (isHidden && own.length > 1) return [unguarded];
  return isOwnSeen && areSeen ? [] : [unseen];
}

const unseen: Note = {
  name: 'self-revoke-unseen',
  sentence:
    'The report cannot tell whether this plan revokes or narrows the key that the pipeline runs with. ' +
    '--own-key-env takes the variables that hold its keys.',
};

/** The provider’s own guard knows the key of one block, and objects of another block may be that key. */
const unguarded: Note = {
  name: 'self-revoke-unguarded',
  sentence:
    'One of several provider blocks has an api_key that the plan does not show, and the provider guards the key of the same ' +
    'block alone. Give the block its key in a variable, or name all keys with --own-key-env.',
};

function harmedBy(object: PlannedObject, plan: Plan): readonly Harmed[] {
  const before = keyState(object.before);
  if (before === undefined || isForgotten(object)) return [];
  const harm = harmsOf(object, before, plan.createdAt).find(
    ({ deed, ids }) =>
      ids.includes(before.id) && !(deed === 'revoke' && lacks(plan, object, 'apiKeys.delete')),
  );
  return harm === undefined ? [] : [{ object, deed: harm.deed, value: before.key }];
}

function harmsOf(object: PlannedObject, before: KeyState, createdAt: string | undefined): readonly Harm[] {
  const [action, after] = [actionOf(object), keyState(object.after)];
  if (action === 'delete' || action === 'replace') return [harmOfDeletion(before)];
  if (action !== 'update' || after === undefined) return [];
  return harmsOfUpdate(before, after, plannedKeyChanges(object, before, after, createdAt).changes);
}
