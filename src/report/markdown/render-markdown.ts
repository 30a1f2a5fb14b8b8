import { unknownTenantsIn } from '../diagnostics';
import { type Group, groupedBy, groupedRisks } from '../grouped';
import type {
  AcceptedFinding,
  Change,
  Difference,
  Note,
  Phrase,
  PolicyFinding,
  Report,
  Risk,
  Shown,
  Subject,
} from '../model';
import { nouns, verbs } from '../names';
import { comparedLine, gateLine, isAside, isGrave, mostOpen, unshown, verdictOf } from '../verdict';
import { code, codeBlock, htmlCode, ownWords } from './escape';
import { fitted, type Section } from './sections';

/** GitHub accepts comments of this length. */
export const longestComment = 65_536;

/** Returns the hidden comment by which a pipeline finds its earlier comment. */
export function markerOf(key: string): string {
  return `<!-- cdktf-provider-svc report key=${key.replace(/[^\w./-]/g, '_').replace(/-{2,}/g, '-')} -->`;
}

/** Renders a report as a comment: what matters first, and never longer than a comment may be. */
export function renderMarkdown(report: Report): string {
  const { risks, work } = verdictOf(report);
  const title = [`${risks} · ${work}`, comparedLine(report) ?? [], gateLine(report) ?? []]
    .flat()
    .join('\n\n');
  const notes = notesOf(report.notes.filter(note => !isAside(note)));
  const head = headOf(report, title, [...unknownTenantsOf(report), ...notes]);
  const whole = report.context?.report;
  const elsewhere = whole === undefined ? '`--html FILE` shows all.' : `[All](<${whole}>)`;
  return fitted(head, sectionsOf(report), longestComment, elsewhere);
}

/** The comment of a plan that cannot be reported. It replaces the comment of an earlier plan, which nobody should trust now. */
export const renderFailure = (about: Headed): string => {
  const head = headOf(about, 'No report: there is no plan to review', [
    'Planning failed, or its plan cannot be read. The log of the run says why. An earlier report no longer holds.',
  ]);
  return fitted(head, [saidSection(about)], longestComment, '');
};

interface Headed
  extends Pick<Report, 'key' | 'context' | 'diagnostics' | 'otherDiagnostics' | 'unreadLines'> {
  readonly plan?: Pick<Report['plan'], 'platforms'>;
}

function headOf({ key, context, plan }: Headed, title: string, notes: readonly string[]): string {
  return `${[markerOf(key), ...stackOf(key), `## ${title}`, ...contextOf(context), ...platformsOf(plan?.platforms ?? []), ...notes].join('\n\n')}\n`;
}

/** Comments of several stacks are alike otherwise. */
const stackOf = (key: string): readonly string[] => (key === 'default' ? [] : [`Stack: ${code(key)}`]);

/** One line with a beginning of its own: a pipeline that compares reports leaves it out. */
function contextOf({ commit, run, report }: NonNullable<Report['context']> = {}): readonly string[] {
  const parts = [
    ...(commit === undefined ? [] : [`Commit ${code(commit)}`]),
    ...(run === undefined ? [] : [`[run](<${run}>)`]),
    ...(report === undefined ? [] : [`[whole report](<${report}>)`]),
  ];
  return parts.length === 0 ? [] : [`<sub>${parts.join(' · ')}</sub>`];
}

/** A part of the plan, so a line that is compared. */
const platformsOf = (platforms: Report['plan']['platforms']): readonly string[] =>
  platforms.length === 0 ? [] : [`Platform: ${platforms.map(platformText).join(' · ')}`];

const platformText = ({ provider, host }: Report['plan']['platforms'][number]): string =>
  `${code(provider)} ${host === null ? 'set by an expression' : code(host)}`;

/** Lists up to this length stand open. */
const longestList = 10;

function sectionsOf(report: Report): readonly Section[] {
  const { risks, changes, drift, policy, accepted } = report;
  const breaches = [...groupedBy(policy, titleOfFinding).values()];
  return [
    ...sectionsOfKinds('Risks', groupedRisks(risks), titleOfRisk, isGrave, lineOfRisk),
    list(
      'Waits for a person',
      report.waits,
      ({ address, reason }) => `- ${code(address)}: ${ownWords(reason)}`,
    ),
    saidSection(report),
    list('Notes', report.notes.filter(isAside), note => `- ${noteText(note)}`),
    ...sectionsOfKinds('Policy', breaches, titleOfFinding, ({ level }) => level === 'error', lineOfFinding),
    list('Changes', changes, lineOfChange),
    list('Drift', drift, lineOfChange),
    list('Accepted', accepted, lineOfAccepted),
    list('Attributes', [...changes, ...drift].filter(hasAttributes), attributesOf),
  ];
}

/** Each line has the beginning that comparisons leave out: another key may see the tenant. */
const unknownTenantsOf = (report: Report): readonly string[] =>
  unknownTenantsIn(report)
    .slice(0, longestList)
    .map(({ address, sentence }) => `<sub></sub>**warning** ${code(address)}: ${code(sentence)}`);

const mostSaid = 20;

/** Each line has the beginning that comparisons leave out: a key that is due is a day older tomorrow. */
function saidSection(about: Omit<Headed, 'key'>): Section {
  const { diagnostics = [], otherDiagnostics: others = 0, unreadLines = 0 } = about;
  const said = diagnostics.map(
    ({ severity, address, sentence }) => `**${severity}** ${code(address)}: ${code(sentence)}`,
  );
  const different = [...new Set(said)];
  const more = different.length - mostSaid;
  const lines = [
    ...different.slice(0, mostSaid),
    ...(more > 0 ? [`${more} more`] : []),
    ...(others > 0 ? [`Of Terraform and other providers: ${others}, in the log`] : []),
    ...(unreadLines > 0 ? [`Lines that are no JSON: ${unreadLines}, in the log`] : []),
  ];
  return {
    heading: '<sub>**Errors and warnings of the provider**</sub>',
    title: 'Errors and warnings',
    longestOpen: Number.POSITIVE_INFINITY,
    rank: 0,
    lines: lines.map(line => () => `<sub>${line}</sub>\n`),
  };
}

const list = <Item>(heading: string, items: readonly Item[], render: (item: Item) => string): Section => ({
  heading: `### ${heading} (${items.length})`,
  title: `${items.length} in all`,
  longestOpen: longestList,
  rank: Number.POSITIVE_INFINITY,
  lines: items.map(item => () => render(item)),
});

/**
 * A kind that is grave stands open, up to ten findings. Of any other kind, the finding stands open if it is the only one.
 * The rest is folded below its number. What is open gets room first, so that hundreds of one kind hide no other.
 */
function sectionsOfKinds<Item>(
  heading: string,
  kinds: readonly Group<Item>[],
  titleOf: (item: Item) => string,
  isGrave: (item: Item) => boolean,
  render: (item: Item, before: Item | undefined) => string,
): readonly Section[] {
  const total = kinds.reduce((sum, { length }) => sum + length, 0);
  return kinds.flatMap((found, index) => {
    const title = titleOf(found[0]);
    const open = found.some(isGrave) ? mostOpen : 0;
    const lines = found.map((item, place) => () => render(item, found[place - 1]));
    const headed = { heading: index === 0 ? `### ${heading} (${total})` : '', longestOpen: 1 };
    if (open === 0) return [{ ...headed, title: `${title}: ${found.length}`, rank: found.length, lines }];
    const [first, rest] = [lines.slice(0, open), lines.slice(open)];
    return [
      { ...headed, title: `${title}: ${first.length}`, longestOpen: open, rank: 0, lines: first },
      { heading: '', title: `${title}: ${rest.length} more`, longestOpen: 0, rank: rest.length, lines: rest },
    ];
  });
}

const titleOfRisk = ({ severity, name }: Risk) => `<b>${severity}</b> <code>${name}</code>`;
const titleOfFinding = ({ level, rule }: PolicyFinding) => `<b>${level}</b> ${htmlCode(rule)}`;

function lineOfFinding({ rule, level, address, object, sentence }: PolicyFinding): string {
  const where = object === null ? '' : ` ${subjectName(object)} (${whereIs(object)})`;
  return `- **${level}** ${code(rule)}:${where} ${code(sentence)}${address === null ? '' : ` At ${code(address)}.`}`;
}

const subjectName = ({ kind, label }: Subject): string =>
  label === null ? nouns[kind] : `${nouns[kind]} ${code(label)}`;

function lineOfAccepted({ rule, severity, object, address, ...more }: AcceptedFinding): string {
  const grade = severity === null ? '' : `**${severity}** `;
  const where = object === null ? code(address) : whereIs(object);
  return `- ${grade}${code(rule)} until ${more.expires}: ${code(more.sentence)} (${where}). Reason: ${code(more.reason)}`;
}

const notesOf = (notes: readonly Note[]) => notes.map(note => `> **Note:** ${noteText(note)}`);

/** GitHub makes a mention or a link of an escaped name, too. */
function noteText({ sentence, names = [] }: Note): string {
  const start = names.length === 0 ? sentence.length : sentence.indexOf(': ') + 2;
  const end = start + names.join(', ').length;
  return ownWords(sentence.slice(0, start)) + names.map(code).join(', ') + ownWords(sentence.slice(end));
}

/** Many risks of one kind have the same detail. It stands once. */
function lineOfRisk({ name, severity, object, sentence, detail }: Risk, before: Risk | undefined): string {
  const more = detail === '' || detail === before?.detail ? '' : ` ${ownWords(detail)}`;
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

const hasAttributes = ({ action }: Change) => ['create', 'update', 'replace', 'delete'].includes(action);

/** The changed attributes of an object, in a fold that has its address as title. */
function attributesOf({ object, action, differences }: Change): string {
  const lines = differences.flatMap(linesOfDifference);
  const title = `${verbs[action]} ${htmlCode(object.address)}`;
  return `<details><summary>${title}</summary>\n\n${codeBlock('diff', lines)}\n\n</details>\n`;
}

function linesOfDifference({ path, before, after, forcesReplacement }: Difference): readonly string[] {
  const mark = forcesReplacement ? ' # forces replacement' : '';
  return [
    ...(before.is === 'absent' ? [] : [`- ${path} = ${shownText(before)}`]),
    ...(after.is === 'absent' ? [] : [`+ ${path} = ${shownText(after)}${mark}`]),
  ];
}

const shownText = (shown: Shown): string => (shown.is === 'value' ? shown.text : unshown[shown.is]);
