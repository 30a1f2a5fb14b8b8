import { textOf } from '../risks/finding';
import type { JudgedObject } from './judge/found';
import { actionOf, type Judging } from './judge/judging';
import type { Note } from './model';
import { isChangingOther } from './other-providers';
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
  const { configuration, invocations } = plan;
  const isDrift = mode === 'drift';
  const others = (isDrift ? plan.drift : plan.changes).filter(isChangingOther);
  const outputs = isDrift ? [] : changedOutputs(plan);
  // Its change does not tell whether it was sensitive, or is.
  const blockOf = (output: string) => member(configuration.scopes[0]?.outputs, output);
  const outputName = (output: string) =>
    `${shown.text(output)}${member(blockOf(output), 'sensitive') === true ? ' (sensitive)' : ''}`;
  const addressOf = ({ address }: { readonly address: string }) => shown.address(address);
  const foreign = invocations.filter(one => !isOurs(one));
  const changes = plan.changes.filter(object => !['none', 'read'].includes(actionOf(object)));
  const known: readonly {
    readonly applies: boolean;
    readonly name: Note['name'];
    readonly sentence: Sentence;
  }[] = [
    {
      applies: plan.isErrored,
      name: 'errored',
      sentence: 'Planning failed. This report shows a part of the changes, and the plan cannot be applied.',
    },
    {
      applies: plan.isComplete === false && !plan.isErrored,
      name: 'incomplete',
      sentence:
        'The plan leaves out resources: it was made with -target or -exclude, or some changes are deferred. ' +
        'This report does not show them.',
    },
    {
      applies: !isKnownFormat(plan.formatVersion),
      name: 'unknown-format',
      sentence: `The plan has the format ${plan.formatVersion}, which this version of the report does not know.`,
    },
    {
      applies: plan.changes.some(object => isOurs(object) && hasUnknownAction(object)),
      name: 'unknown-action',
      sentence:
        'The plan does something to an object that this version of the report does not know. Use a newer one.',
    },
    {
      applies: isDrift && changes.length > 0,
      name: 'not-refresh-only',
      sentence: 'This plan is not refresh-only, so its changes are not shown. Report it without --drift.',
    },
    {
      applies: isDrift && isStateLost(plan),
      name: 'empty-state',
      sentence:
        'The state is empty, and the configuration has blocks: nothing was applied yet, the state is lost, or it is that of ' +
        'another workspace.',
    },
    {
      applies: standingWords.length > 0,
      name: 'standing',
      sentence: ['No finding stops these', standingWords],
    },
    {
      applies: foreign.length > 0,
      name: 'other-actions',
      sentence: [
        'The apply invokes actions of other providers that nobody has judged',
        foreign.map(addressOf),
      ],
    },
    {
      applies: others.length > 0,
      name: 'other-resources',
      sentence: ['Resources of other providers that change', others.map(addressOf)],
    },
    {
      applies: outputs.length > 0,
      name: 'outputs',
      sentence: ['Outputs that change', outputs.map(outputName)],
    },
  ];
  return known.filter(({ applies }) => applies).map(({ name, sentence }) => ({ name, ...said(sentence) }));
}

const mostNamed = 10;

/** Own words, or such words and the names that follow them. */
type Sentence = string | readonly [words: string, names: readonly string[]];

function said(sentence: Sentence): Pick<Note, 'sentence' | 'names'> {
  if (typeof sentence === 'string') return { sentence };
  const [words, all] = sentence;
  const names = all.slice(0, mostNamed);
  const more = all.length > names.length ? ` and ${all.length - names.length} more` : '';
  return { sentence: `${words}: ${names.join(', ')}${more}.`, names };
}
