import { namesOf, secretsIn } from '../contract/fields';
import { collections } from '../contract/operations';
import { isKind } from '../errors';
import { Patience } from '../http/patience';
import { canBeSent } from '../http/settings';
import { type Answer, idOf, isAbsence, isShown, part } from './answer';
import { type Made, type Trial, tryUpdates } from './probe-updates';
import { page } from './questions';

/** Makes equal objects in one collection, changes one, and removes them. */
export class CollectionProbe {
  private readonly posts: Answer[] = [];
  /** By their ids, what is not removed. An id in the answer to a create may name the request, or an object of others. */
  private readonly made = new Map<string, Made>();
  /** Number of requests that may have made an object that no answer has named. */
  private lost = 0;

  constructor(private readonly trial: Trial) {}

  /** Names what is made, or may be made, and not removed. It is whole at any time, so also after an error. */
  get left(): readonly string[] {
    const { name, mark } = this.trial;
    const names = [...this.made.values()].map(each => each.id + (each.isOurs ? '' : ', which no read shows'));
    // The platform may still process the request.
    return this.lost > 0 ? [...names, `what may still appear in ${name} with ${mark}`] : names;
  }

  async run(): Promise<void> {
    for (const key of this.trial.idempotencyKeys) await this.create(key);
    this.judgeRepeats();
    await this.readEach();
    const first = [...this.made.values()].find(({ isOurs }) => isOurs);
    const { questions, name } = this.trial;
    const list = first ? await tryUpdates(this.trial, first) : await questions.list(name);
    this.judgeCreates(list);
  }

  /** @param attempt keeps an error, so that each object is tried */
  async cleanUp(attempt: (step: Promise<void>) => Promise<void>): Promise<void> {
    const { questions, name } = this.trial;
    const claimIn = async (read: Promise<Answer>) => this.claim(await read);
    // After an error, or where reads are late.
    for (const { id, isOurs } of this.made.values())
      if (!isOurs) await attempt(claimIn(questions.send(`${name}.get`, { id })));
    if (this.lost > 0) await attempt(claimIn(questions.send(`${name}.list`, page)));
    const ours = [...this.made.values()].filter(({ isOurs }) => isOurs);
    for (const [index, made] of ours.entries()) await attempt(this.remove(made, index === 0));
  }

  private async create(idempotencyKey: string): Promise<void> {
    const { questions, findings, name, body } = this.trial;
    const { fields } = collections[name];
    const request = { body, secrets: secretsIn(fields, body), idempotencyKey };
    this.lost += 1;
    const answer = await questions.send(`${name}.create`, request);
    for (const object of answer.objects) {
      for (const secret of secretsIn(fields, Object(object))) questions.transport.redactor.remember(secret);
      const issued = Object.fromEntries(namesOf(fields, 'issued').map(field => [field, part(object, field)]));
      const values = secretsIn(fields, issued);
      const [id, value] = [idOf(object), values.find(canBeSent)];
      if (!this.made.has(id)) this.made.set(id, { id, sent: { ...body, ...issued }, value, isOurs: false });
      // A platform may mask the value with signs that no header carries.
      if (!values.every(canBeSent)) findings.note(`${name}.create`, 'its value is no key that can be sent');
    }
    if (isShown(answer) || answer.error?.mayHaveTakenEffect === false) this.lost -= 1;
    this.posts.push(answer);
    questions.judge(`${name}.create`, answer, request);
  }

  /** A platform that ignores the key makes a second object. One that answers with an equal object does not show if it reads the key. */
  private judgeRepeats(): void {
    const { findings, name } = this.trial;
    const ids = this.posts.map(({ objects }) => idOf(objects[0]));
    const [first, again, equal] = ids.length > 2 ? ids : [ids[0], undefined, ids[1]];
    const { status = 0 } = this.posts.at(-1) ?? {};
    const isRefused = [409, 422].includes(status) && `it answers ${status}`;
    if (!first || !(equal || isRefused)) return;
    const isTwin = [first, again].includes(equal) && 'it answers with the object that exists';
    findings.note('requests.equal', isRefused || isTwin, `${name}.create`, Boolean(isRefused));
    const isDouble = first !== again && 'a second request creates a second object';
    if (again && (isDouble || !isTwin)) findings.note('requests.idempotency_key', isDouble, `${name}.create`);
  }

  private async readEach(): Promise<void> {
    const { questions, name } = this.trial;
    const patience = new Patience(questions.transport);
    for (const made of this.made.values()) {
      made.read = await questions.settle(name, made.id, isShown, { patience });
      made.former = made.read.objects.find(each => idOf(each) === made.id);
      this.claim(made.read, made.sent);
    }
  }

  /** Only a list shows what came of the creates whose response was lost. */
  private judgeCreates(list: Answer): void {
    const { questions, findings, name } = this.trial;
    const [first, equal] = [this.posts.at(0), this.posts.at(-1)].map(post =>
      this.made.get(idOf(post?.objects[0])),
    );
    if (first?.read && isAbsence(first.read) && equal?.read && isShown(equal.read))
      findings.note('requests.equal', 'the object that was there is gone', `${name}.create`);
    if (new Set(this.markedIn(list).map(idOf)).size > this.made.size + this.lost)
      findings.note(`${name}.create`, 'one request makes more than one object');
    this.claim(list);
    // Where the list does not show the object either, a 404 may only mean that reads are late.
    for (const { id, read, isOurs } of this.made.values())
      if (read && (isOurs || !isAbsence(read))) questions.judge(`${name}.get`, read, { id });
  }

  /** A read that shows the mark proves a create. @param sent body of the create, if the read is a GET */
  private claim(read: Answer, sent?: object): void {
    const { findings, name, body } = this.trial;
    for (const object of this.markedIn(read)) {
      const id = idOf(object);
      if (!this.made.has(id)) this.lost = Math.max(this.lost - 1, 0);
      this.made.set(id, { id, sent: body, value: undefined, ...this.made.get(id), isOurs: true });
      findings.note(`${name}.create`, false);
      if (sent !== undefined) findings.judgeObject(`${name}.get`, object, sent);
    }
  }

  private markedIn({ objects }: Answer): readonly unknown[] {
    return objects.filter(each => JSON.stringify(each).includes(this.trial.mark));
  }

  private async remove({ id, value }: Made, isFirst: boolean): Promise<void> {
    const { questions, findings, name } = this.trial;
    const isUnseen = !isFirst && (await this.isUnseen(id));
    if (isUnseen) findings.note(`${name}.delete`, 'it deletes an equal object, too');
    const { error, status: answered } = await questions.ask(name, 'delete', { id }, isUnseen);
    if (error !== undefined && !isKind(error, 'NotFound')) return;
    // A platform may answer 2xx and do nothing, or do it later.
    const isGone = (answer: Answer) => !isShown(answer);
    const got = await questions.settle(name, id, isGone, { isAnnounced: answered === 202 });
    questions.judge(`${name}.get`, got, { id }, true);
    if (isGone(got)) this.made.delete(id);
    if (!isAbsence(got)) return;
    const isEnded = (status: number) => status < 200 || status > 299;
    const isWorking = error === undefined && value && !(await questions.comesTo(value, isEnded));
    if (error === undefined) findings.note(`${name}.delete`, !!isWorking && 'its value goes on working');
    const { objects: listed } = await questions.ask(name, 'list', page);
    if (listed.some(each => idOf(each) === id))
      findings.note('lists.current', `${name} still show what was deleted`);
  }

  /** True if no read shows the object. Another node may show it later. */
  private async isUnseen(id: string): Promise<boolean> {
    const { questions, name } = this.trial;
    const got = await questions.settle(name, id, isShown);
    const { objects } = await questions.send(`${name}.list`, page);
    return isAbsence(got) && !objects.some(each => idOf(each) === id);
  }
}
