import { namesOf, otherwise } from '../contract/fields';
import * as contract from '../contract/operations';
import { type Answer, type Findings, idOf, part } from './findings';
import { isWholeList, type Questions } from './questions';

/** What the probe changes. */
export interface Made {
  readonly name: contract.ManagedCollectionName;
  /** Absent if no read has shown the object. */
  readonly id: string | undefined;
  /** What was sent to create it, and the value of a key. */
  readonly sent: object;
  /** The object as reads show it. */
  readonly shown: unknown;
  /** The issued value of a key. */
  readonly value: string | undefined;
}

/** The second one takes away from a list. */
type Updates = readonly [update: object, fewer: object];

/** Changes an object of the probe, and looks what a PATCH changes besides. */
export class Changes {
  constructor(
    private readonly questions: Questions,
    private readonly findings: Findings,
    private readonly mark: string,
  ) {}

  /** @returns the list after the first update: it may show an object whose response was lost */
  async try(made: Made, [update, fewer]: Updates): Promise<Answer> {
    const { name, id, value } = made;
    const isRefused = async () =>
      value !== undefined && !(await this.questions.comesTo(value, status => status !== 401));
    const isVain = await isRefused();
    if (isVain) this.findings.note(`${name}.create`, 'its value is refused');
    const answer =
      id === undefined ? undefined : await this.questions.ask(name, 'update', { id, body: update });
    const list = await this.questions.list(name);
    const isDone = (each: Answer) => answer?.error !== undefined || shows(each, textOf(update));
    const got = id === undefined ? list : await this.reread(name, id, isDone);
    const isChanged = [list, got].some(each => shows(each, textOf(update)));
    this.judgeList(made, update, list, isChanged);
    this.judgeReads(made, update, { list, get: got });
    if (answer === undefined || answer.error !== undefined) return list;
    const besides = isChanged
      ? resetBy(made, update, got)
      : `answers ${answer.status}, and a GET shows no change`;
    if (isChanged || got.objects.length > 0) this.findings.note(`${name}.update`, besides);
    if (isChanged) await this.takeAway(made, fewer);
    if (!isVain && (await isRefused())) this.findings.note(`${name}.update`, 'ends the value of the key');
    const isRenewed = got.objects.some(each => part(each, 'created_at') !== part(made.shown, 'created_at'));
    if (made.shown && isRenewed) this.findings.note('objects.created_at', 'a PATCH changes it');
    return list;
  }

  /** Equal objects are looked for in lists. */
  private judgeList({ name, id }: Made, update: object, list: Answer, isChanged: boolean): void {
    const isShown = shows(list, isChanged ? textOf(update) : this.mark.toLowerCase());
    const isLate = !isShown && `${name} do not show a write yet`;
    if (id !== undefined && (isShown || isWholeList(list.body)))
      this.findings.note('lists.current', isLate, `${name}.list`);
  }

  /** Judges the reads that show the update: also a PATCH may change what it is sent. */
  private judgeReads({ name, id, sent, shown }: Made, update: object, reads: Record<'list' | 'get', Answer>) {
    const secrets = namesOf(contract.collections[name].fields, 'hidden', 'issued');
    const kept = Object.fromEntries(secrets.map(field => [field, part(sent, field)]));
    const wanted = { ...Object(shown), ...kept, ...update };
    for (const verb of ['list', 'get'] as const)
      for (const object of shows(reads[verb], textOf(update)) ? reads[verb].objects : [])
        if (idOf(object) === id) this.findings.judgeObject(`${name}.${verb}`, object, wanted);
  }

  /** On some platforms, a PATCH adds to lists: a scope that was taken away stays granted. */
  private async takeAway({ name, id = '', sent }: Made, fewer: object): Promise<void> {
    const { item } = contract.collections[name];
    const { error } = await this.questions.ask(name, 'update', { id, body: fewer });
    if (error !== undefined) return;
    const kept = ({ objects: [object] }: Answer) =>
      Object.keys(fewer).filter(field => {
        const shown: unknown = object && Reflect.get(item(object, ''), field);
        const former: unknown = Reflect.get(sent, field);
        return Array.isArray(shown) && Array.isArray(former) && former.every(each => shown.includes(each));
      });
    const [field] = kept(await this.reread(name, id, each => kept(each).length === 0));
    const isAdded = field !== undefined && `adds to ${field}: what was taken away stays`;
    this.findings.note(`${name}.update`, isAdded);
  }

  private async reread(name: Made['name'], id: string, isDone: (answer: Answer) => boolean): Promise<Answer> {
    const answer = await this.questions.settle(name, id, isDone);
    this.questions.judge(`${name}.get`, answer, { id });
    return answer;
  }
}

/** What answers are searched for: addresses and names may come back in small letters, and queries masked. */
const textOf = (update: object) => String(Object.values(update)[0]).toLowerCase().split('?')[0] ?? '';
const shows = ({ objects }: Answer, text: string) => JSON.stringify(objects).toLowerCase().includes(text);

/** Names the fields that the platform changed although it was not sent them. */
function resetBy({ name, shown }: Made, update: object, { objects: [object] }: Answer): string | false {
  const { fields, item } = contract.collections[name];
  if (!(shown && object)) return false;
  const wanted = { ...Object(shown), ...update };
  const lost = otherwise(fields, wanted, item(object, '')).filter(field => !Object.hasOwn(update, field));
  const unseen = namesOf(fields, 'hidden').map(field => `, and perhaps ${field}, which no answer shows`);
  return lost.length > 0 && `changes ${lost.join(', ')}, which it was not sent${unseen.join('')}`;
}
