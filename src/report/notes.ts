import { textOf } from '../risks/finding';
import type { Blanking } from './blanking';
import type { JudgedObject } from './judge/found';
import { actionOf, type Judging } from './judge/judging';
import type { Note, Report } from './model';
import { noteNames } from './names';
import { type Json, listIn, member, objectIn, textsIn } from './plan/json';
import { isKnownFormat, type Plan } from './plan/plan';
import { isOurs, type PlannedObject } from './plan/planned-object';

const knownActions = ['no-op', 'create', 'read', 'update', 'delete', 'forget'];

const hasUnknownAction = ({ actions }: PlannedObject) =>
  actions.length === 0 || actions.some(action => !knownActions.includes(action));

/** Returns the outputs of the root module that change. */
export const changedOutputs = ({ json }: Plan): readonly string[] =>
  Object.entries(objectIn(member(json, 'output_changes'))).flatMap(([name, change]) =>
    textsIn(member(change, 'actions')).includes('no-op') ? [] : name,
  );

/** True if the state has no object, and a block of the root module always has one. */
function isStateLost({ json, prior, changes, drift }: Plan): boolean {
  const root = member(member(json, 'configuration'), 'root_module');
  const isAlways = (block: Json) =>
    member(block, 'mode') === 'managed' &&
    ['count_expression', 'for_each_expression'].every(name => member(block, name) === undefined);
  const isInState = ({ isData, before }: PlannedObject) => !isData && before !== undefined;
  return (
    ![...prior, ...changes, ...drift].some(isInState) && listIn(member(root, 'resources')).some(isAlways)
  );
}

/** Returns what limits a report of this plan, and what it names without judging it. */
export function notesOf(judging: Judging, standings: readonly JudgedObject[]): readonly Note[] {
  const { plan, shown, mode } = judging;
  const standingWords = standings.flatMap(({ object, findings }) =>
    findings
      .filter(({ risk }) => risk === undefined)
      .map(({ words }) => `${shown.address(object.address)} ${textOf(words)}`),
  );
  const isDrift = mode === 'drift';
  const others = (isDrift ? plan.drift : plan.changes).filter(isChangingOther);
  // Its change does not tell whether it was sensitive, or is.
  const blockOf = (output: string) => member(plan.configuration.scopes[0]?.outputs, output);
  const outputName = (output: string) =>
    `${shown.text(output)}${member(blockOf(output), 'sensitive') === true ? ' (sensitive)' : ''}`;
  const addressOf = ({ address }: { readonly address: string }) => shown.address(address);
  const foreign = plan.invocations.filter(one => !isOurs(one));
  const changes = plan.changes.filter(object => !['none', 'read'].includes(actionOf(object)));
  const sayings: Readonly<Record<Note['name'], Saying>> = {
    errored:
      plan.isErrored &&
      'Planning failed. This report shows a part of the changes, and the plan cannot be applied.',
    incomplete:
      plan.isComplete === false &&
      !plan.isErrored &&
      'The plan leaves out resources: it was made with -target or -exclude, or some changes are deferred. ' +
        'This report does not show them.',
    'unknown-format':
      !isKnownFormat(plan.formatVersion) &&
      `The plan has the format ${plan.formatVersion}, which this version of the report does not know.`,
    'unknown-action':
      plan.changes.some(object => isOurs(object) && hasUnknownAction(object)) &&
      'The plan does something to an object that this version of the report does not know. Use a newer one.',
    'not-refresh-only':
      isDrift &&
      changes.length > 0 &&
      'This plan is not refresh-only, so its changes are not shown. Report it without --drift.',
    'empty-state':
      isDrift &&
      isStateLost(plan) &&
      'The state is empty, and the configuration has blocks: nothing was applied yet, the state is lost, or it is that of ' +
        'another workspace.',
    standing: ['No finding stops these', standingWords],
    'other-actions': [
      'The apply invokes actions of other providers that nobody has judged',
      foreign.map(addressOf),
    ],
    'other-resources': ['Resources of other providers that change', others.map(addressOf)],
    outputs: ['Outputs that change', isDrift ? [] : changedOutputs(plan).map(outputName)],
  };
  return noteNames.flatMap(name => noteOf(name, sayings[name]));
}

const mostNamed = 10;

/** Own words if the note applies, or such words and the names that follow them, if there are any. */
type Saying = string | false | readonly [words: string, names: readonly string[]];

function noteOf(name: Note['name'], saying: Saying): readonly Note[] {
  if (saying === false) return [];
  if (typeof saying === 'string') return [{ name, sentence: saying }];
  const [words, all] = saying;
  if (all.length === 0) return [];
  const names = all.slice(0, mostNamed);
  const more = all.length > names.length ? ` and ${all.length - names.length} more` : '';
  return [{ name, sentence: `${words}: ${names.join(', ')}${more}.`, names }];
}

/** True for a resource of another provider that the plan changes. */
const isChangingOther = (object: PlannedObject): boolean =>
  !isOurs(object) && !object.isData && !['none', 'read', 'move'].includes(actionOf(object));

/** Counts the resources of other providers. This report does not judge them. */
export function otherProviders(objects: readonly PlannedObject[], shown: Blanking): Report['others'] {
  const counts = new Map<string, { changing: number; unchanged: number }>();
  for (const object of objects) {
    if (isOurs(object) || object.isData) continue;
    const name = shown.text(object.provider);
    const found = counts.get(name) ?? { changing: 0, unchanged: 0 };
    counts.set(name, found);
    found[isChangingOther(object) ? 'changing' : 'unchanged'] += 1;
  }
  return [...counts]
    .map(([provider, count]) => ({ provider, ...count }))
    .sort((one, other) => (one.provider < other.provider ? -1 : 1));
}
