import { actions, nouns, verbs } from '../actions';
import type {
  AcceptedFinding,
  Change,
  Difference,
  Note,
  OtherProvider,
  Phrase,
  PolicyFinding,
  Report,
  Risk,
  Shown,
  Subject,
} from '../model';
import { code, codeBlock, ownWords } from './escape';
import { fitted, type Section, section } from './sections';

/** GitHub accepts comments of this length. */
export const longestComment = 65_536;

/** Returns the hidden comment by which a pipeline finds its earlier comment. */
export function markerOf(key: string): string {
  return `<!-- cdktf-provider-svc report key=${key.replace(/[^\w./-]/g, '_').replace(/-{2,}/g, '-')} -->`;
}

/** Renders a report as a comment: what matters first, and never longer than a comment may be. */
export function renderMarkdown(report: Report): string {
  const head = [markerOf(report.key), `## ${titleOf(report)}`, ...notesOf(report.notes)].join('\n\n');
  return fitted(`${head}\n`, sectionsOf(report), longestComment);
}

function sectionsOf(report: Report): readonly Section[] {
  const { risks, changes, drift, others, policy, accepted } = report;
  const changing = others.filter(provider => provider.changing > 0);
  return [
    section(`### Risks (${risks.length})`, 'risks', risks, lineOfRisk),
    section(`### Policy (${policy.length})`, 'findings', policy, lineOfFinding),
    section(`### Changes (${changes.length})`, 'changes', changes, lineOfChange),
    section(`### Drift (${drift.length})`, 'drifted objects', drift, lineOfChange),
    section('### Other providers', 'providers', changing, lineOfProvider),
    section(`### Accepted (${accepted.length})`, 'accepted findings', accepted, lineOfAccepted),
    section('### Attributes', 'objects', [...changes, ...drift].filter(hasAttributes), attributesOf),
  ];
}

function lineOfFinding({ rule, level, path, object, sentence }: PolicyFinding): string {
  const where = object === null ? '' : ` (${whereIs(object)})`;
  return `- **${level}** ${code(rule)}: ${code(sentence)}${path === null ? '' : ` at ${code(path)}`}${where}`;
}

function lineOfAccepted({ rule, path, sentence, reason }: AcceptedFinding): string {
  return `- ${code(rule)} at ${code(path)}: ${code(sentence)} Reason: ${code(reason)}`;
}

function titleOf({ plan, counts, drift, risks, others }: Report): string {
  if (plan.mode === 'drift')
    return drift.length === 0
      ? 'No drift'
      : `Drift: ${plural(drift.length, 'object')} changed outside Terraform`;
  const words = counted.flatMap(action =>
    counts[action] > 0 ? [`${counts[action]} to ${verbs[action]}`] : [],
  );
  const elsewhere = others.reduce((sum, { changing }) => sum + changing, 0);
  const ofOthers = elsewhere > 0 ? [`${plural(elsewhere, 'resource')} of other providers`] : [];
  const all = [...words, ...ofOthers];
  const title = all.length === 0 ? 'No changes' : `Plan: ${all.join(', ')}`;
  return risks.length === 0 ? title : `${title}; ${plural(risks.length, 'risk')}`;
}

const counted = actions.filter(action => action !== 'none' && action !== 'read');

const plural = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

const notesOf = (notes: readonly Note[]) => notes.map(({ sentence }) => `> **Note:** ${ownWords(sentence)}`);

function lineOfRisk({ name, severity, object, sentence, detail }: Risk): string {
  const more = detail === '' ? '' : ` ${ownWords(detail)}`;
  const where = object === null ? '' : ` (${whereIs(object)})`;
  return `- **${severity}** ${code(name)}: ${textOf(sentence)}${where}.${more}`;
}

function whereIs({ address, providerAlias }: Subject): string {
  return providerAlias === null ? code(address) : `${code(address)}, provider ${code(providerAlias)}`;
}

/** Values and names come from the plan. Only own words are not code. */
function textOf({ parts }: Phrase): string {
  return parts.map(({ is, text }) => (is === 'words' ? ownWords(text) : code(text))).join('');
}

function lineOfChange(change: Change): string {
  const { object, action, sentences } = change;
  const name = object.label === null ? '' : ` ${nouns[object.kind]} ${code(object.label)},`;
  const words = [...sentences.map(textOf), ...asidesOf(change)];
  return `- **${verbs[action]}**${name} ${whereIs(object)}${words.length === 0 ? '' : `: ${words.join('; ')}`}`;
}

function asidesOf({ action, movedFrom, importedId, deposed, reason }: Change): readonly string[] {
  return [
    ...(action === 'forget' ? ['stays on the platform and leaves the state'] : []),
    ...(movedFrom === null ? [] : [`moved from ${code(movedFrom)}`]),
    ...(importedId === null ? [] : [`imported by ${code(importedId)}`]),
    ...(deposed === null ? [] : [`deposed object ${code(deposed)}, left by an earlier replacement`]),
    ...(reason === null ? [] : [`reason: ${ownWords(reason)}`]),
  ];
}

function lineOfProvider({ provider, changing }: OtherProvider): string {
  return `- ${plural(changing, 'resource')} of ${code(provider)} change${changing === 1 ? 's' : ''}`;
}

const hasAttributes = ({ action }: Change) => ['create', 'update', 'replace', 'delete'].includes(action);

/** The changed attributes of an object, folded. */
function attributesOf({ object, differences }: Change): string {
  const lines = differences.filter(({ isChanged }) => isChanged).flatMap(linesOfDifference);
  const block = `${code(object.address)}\n\n${codeBlock('diff', lines)}`;
  return `<details><summary>Attributes</summary>\n\n${block}\n\n</details>`;
}

function linesOfDifference({ path, before, after, forcesReplacement }: Difference): readonly string[] {
  const mark = forcesReplacement ? ' # forces replacement' : '';
  return [
    ...(before.is === 'absent' ? [] : [`- ${path} = ${shownText(before)}`]),
    ...(after.is === 'absent' ? [] : [`+ ${path} = ${shownText(after)}${mark}`]),
  ];
}

function shownText(shown: Shown): string {
  if (shown.is === 'value') return shown.text;
  return { sensitive: '(sensitive)', unknown: '(known after apply)', absent: '(absent)' }[shown.is];
}
