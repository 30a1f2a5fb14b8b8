import { namesOf, namesShownOtherwise } from '../contract/fields';
import { collections, type ManagedCollectionName } from '../contract/operations';
import { type Answer, idOf, isShown, isWholeList, part } from './answer';
import type { Findings } from './findings';
import type { Questions } from './questions';

/** What a probe sends to a collection. */
export interface Sending {
  readonly name: ManagedCollectionName;
  readonly body: object;
  /** One for each create. */
  readonly idempotencyKeys: readonly string[];
  readonly update: object;
  /** An update that takes away from a list. */
  readonly fewer: object;
}

/** Each object of a probe contains the mark. */
export type Trial = Sending & { questions: Questions; findings: Findings; mark: string };

/** An object that a probe has made, or may have made. */
export interface Made {
  readonly id: string;
  /** What was sent to create it, and the value of a key. */
  readonly sent: object;
  /** The issued value of a key, if it can be sent. */
  readonly value: string | undefined;
  /** True as soon as a read shows the mark. */
  readonly isOurs: boolean;
  /** What a GET after the create has answered. */
  read?: Answer;
  /** The object as it was before an update. */
  former?: unknown;
}

/**
 * Changes an object of the probe, and looks what a PATCH changes besides.
 * @returns the list after the first update: it may show an object whose response was lost
 */
export async function tryUpdates(trial: Trial, made: Made): Promise<Answer> {
  const { questions, findings, name, update } = trial;
  const isRefused = async () =>
    made.value !== undefined && !(await questions.comesTo(made.value, status => status !== 401));
  const wasRefused = await isRefused();
  if (wasRefused) findings.note(`${name}.create`, 'its value is refused');
  const answer = await questions.ask(name, 'update', { id: made.id, body: update });
  const list = await questions.list(name);
  const got = await reread(trial, made, each => answer.error !== undefined || shows(each, textOf(update)));
  const isChanged = [list, got].some(each => shows(each, textOf(update)));
  judgeList(trial, list, isChanged);
  judgeReads(trial, made, { list, get: got });
  if (answer.error !== undefined) return list;
  const unchanged = `answers ${answer.status}, and a GET shows no change`;
  if (isChanged) findings.note(`${name}.update`, resetBy(trial, made, got));
  else if (isShown(got)) findings.note(`${name}.update`, unchanged);
  if (isChanged) await takeAway(trial, made);
  const isEnded = !wasRefused && (await isRefused());
  if (isEnded) findings.note(`${name}.update`, 'ends the value of the key');
  const isRenewed = got.objects.some(each => part(each, 'created_at') !== part(made.former, 'created_at'));
  if (made.former && isRenewed) findings.note('objects.created_at', 'a PATCH changes it');
  return list;
}

/** Equal objects are looked for in lists. */
function judgeList({ findings, mark, name, update }: Trial, list: Answer, isChanged: boolean): void {
  const isCurrent = shows(list, isChanged ? textOf(update) : mark.toLowerCase());
  const isLate = !isCurrent && `${name} do not show a write yet`;
  if (isCurrent || isWholeList(list.body)) findings.note('lists.current', isLate, `${name}.list`);
}

/** Judges the reads that show the update: also a PATCH may change what it is sent. */
function judgeReads({ findings, name, update }: Trial, made: Made, reads: Record<'list' | 'get', Answer>) {
  const secrets = namesOf(collections[name].fields, 'hidden', 'issued');
  const kept = Object.fromEntries(secrets.map(field => [field, part(made.sent, field)]));
  const wanted = { ...Object(made.former), ...kept, ...update };
  for (const verb of ['list', 'get'] as const)
    for (const object of shows(reads[verb], textOf(update)) ? reads[verb].objects : [])
      if (idOf(object) === made.id) findings.judgeObject(`${name}.${verb}`, object, wanted);
}

/** On some platforms, a PATCH adds to lists: a scope that was taken away stays granted. */
async function takeAway(trial: Trial, made: Made): Promise<void> {
  const { questions, findings, name, fewer } = trial;
  const { error } = await questions.ask(name, 'update', { id: made.id, body: fewer });
  if (error !== undefined) return;
  const kept = ({ objects: [object] }: Answer) =>
    Object.keys(fewer).filter(field => {
      const shown: unknown = object && Reflect.get(collections[name].item(object, ''), field);
      const former: unknown = Reflect.get(made.sent, field);
      return Array.isArray(shown) && Array.isArray(former) && former.every(each => shown.includes(each));
    });
  const [field] = kept(await reread(trial, made, each => kept(each).length === 0));
  const isAdded = field !== undefined && `adds to ${field}: what was taken away stays`;
  findings.note(`${name}.update`, isAdded);
}

async function reread({ questions, name }: Trial, { id }: Made, isDone: (answer: Answer) => boolean) {
  const answer = await questions.settle(name, id, isDone);
  questions.judge(`${name}.get`, answer, { id });
  return answer;
}

/** What answers are searched for: addresses and names may come back in small letters, and queries masked. */
const textOf = (update: object) => String(Object.values(update)[0]).toLowerCase().split('?')[0] ?? '';
const shows = ({ objects }: Answer, text: string) => JSON.stringify(objects).toLowerCase().includes(text);

/** Names the fields that the platform changed although it was not sent them. */
function resetBy({ name, update }: Trial, { former }: Made, { objects: [object] }: Answer): string | false {
  const { fields, item } = collections[name];
  if (!(former && object)) return false;
  const told = item(object, '');
  const changed = namesShownOtherwise(fields, { ...former, ...update }, told);
  const lost = changed.filter(field => !Object.hasOwn(update, field));
  const unseen = namesOf(fields, 'hidden').map(field => `, and perhaps ${field}, which no answer shows`);
  return lost.length > 0 && `changes ${lost.join(', ')}, which it was not sent${unseen.join('')}`;
}
