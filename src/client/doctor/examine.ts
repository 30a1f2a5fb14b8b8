import { randomUUID } from 'node:crypto';
import { checkConnection } from '../check-connection';
import { knownEventTypes } from '../contract/catalogue';
import { namesOf, secretsIn } from '../contract/fields';
import * as contract from '../contract/operations';
import { isKind, type PlatformError } from '../errors';
import { Patience } from '../http/patience';
import { type ClientOptions, canBeSent } from '../http/settings';
import { createTransport } from '../http/transport';
import { Changes } from './changes';
import { type Answer, Findings, idOf, part } from './findings';
import { isAbsence, page, Questions } from './questions';

type Name = contract.ManagedCollectionName;
export type Examination = Awaited<ReturnType<typeof examine>>;

/**
 * Compares the platform with the assumptions, from reads alone or with a probe. `failure` is what ended it early, and
 * `left` what a probe has made and could not remove.
 * @param mark random text that each object of a probe contains. An object with it is ours.
 * @param stopped probes until it aborts. What the probe has made is removed all the same.
 */
export async function examine(options: ClientOptions, mark: string, stopped?: AbortSignal) {
  const transport = createTransport(options);
  const withKey = (credential: string) => createTransport({ ...options, credential });
  const findings = new Findings(text => transport.redactor.clean(text));
  const examiner = new Examiner(new Questions(transport, withKey, findings), findings, mark);
  let failure: unknown;
  try {
    await checkConnection(transport, () => Promise.resolve(false));
    await examiner.read();
    if (stopped !== undefined) await examiner.probe(stopped);
  } catch (error) {
    failure = error;
  }
  const left = await examiner.cleanUp().finally(transport.close);
  return { failure, platformTime: transport.platformClock.latest, assumptions: findings.rows(), left };
}

class Examiner {
  private readonly made = new Map<string, Name>();
  private readonly values = new Map<string, string>();
  private readonly lost: string[] = [];
  private tenant = '';
  private readonly changes: Changes;

  constructor(
    private readonly questions: Questions,
    private readonly findings: Findings,
    private readonly mark: string,
  ) {
    this.changes = new Changes(questions, findings, mark);
  }

  /** Reads each collection, and changes nothing. @throws {PlatformError} if every list is refused */
  async read(): Promise<void> {
    const refusals: PlatformError[] = [];
    for (const name of contract.collectionNames) {
      const { objects, error } = await this.questions.list(name);
      if (error !== undefined) refusals.push(error);
      // A key may show another spelling of its tenant.
      if (name === 'tenants') this.tenant = idOf(objects[0]) || this.tenant;
      else this.tenant ||= String(part(objects[0], 'tenant_id') ?? '');
      if (!contract.isManaged(name)) continue;
      const id = idOf(objects[0]);
      if (id !== '') await this.questions.ask(name, 'get', { id });
      await this.questions.ask(name, 'get', { id: this.mark }, true);
    }
    if (refusals.length === contract.collectionNames.length) throw refusals[0];
  }

  /** Makes and changes one endpoint, with an address that nobody can have, and one key. */
  async probe(stopped: AbortSignal): Promise<void> {
    const { mark, tenant: tenant_id } = this;
    const secret = randomUUID();
    // No address in canonical form: capitals, and the port of the scheme. Some drop, sort, mask or escape the query. Two events of a
    // category may come back as a wildcard.
    const endpoint = {
      url: `https://DOCTOR.invalid:443/${mark}?token=b&a=1`,
      events: knownEventTypes,
      secret,
    };
    const url = `https://doctor.invalid/${mark}/Updated?token=b&a=1`;
    stopped.throwIfAborted();
    await this.make('webhooks', endpoint, [{ url }, { events: ['alert.created'] }]);
    stopped.throwIfAborted();
    const key = { name: `Doctor ${mark}`, tenant_id, scopes: ['tenants:read', 'alerts:read'] };
    const changes = [{ name: `Doctor ${mark} updated` }, { scopes: ['tenants:read'] }] as const;
    if (tenant_id !== '') await this.make('apiKeys', key, changes);
  }

  /** @param updates as `Changes` takes them */
  private async make(name: Name, body: object, updates: Parameters<Changes['try']>[1]): Promise<void> {
    const { fields } = contract.collections[name];
    const secrets = secretsIn(fields, body);
    const post = (idempotencyKey: string) =>
      this.questions.ask(name, 'create', { body, secrets, idempotencyKey });
    // An Idempotency-Key may count for all paths. A rotation creates an equal key, too.
    const [once, again] = [randomUUID(), randomUUID()];
    const posts = [await post(once)];
    if (name === 'webhooks') posts.push(await post(once));
    posts.push(await post(again));
    this.judgeRepeats(`${name}.create`, posts);
    const created = posts.flatMap(({ objects }) => objects);
    for (const secret of created.flatMap(object => secretsIn(fields, Object(object))))
      this.questions.transport.redactor.remember(secret);
    const ids = new Set(created.map(idOf));
    const issuedTo = (id: string) => {
      const its = created.find(object => idOf(object) === id);
      return Object.fromEntries(namesOf(fields, 'issued').map(field => [field, part(its, field)]));
    };
    // An id may name the request, or another object. Only a read that shows the mark proves that it is ours.
    const patience = new Patience(this.questions.transport);
    const reads = new Map<string, Answer>();
    for (const id of ids) {
      const read = await this.questions.settle(name, id, ({ objects }) => objects.length > 0, { patience });
      reads.set(id, read);
      this.claim(name, read, { ...body, ...issuedTo(id) });
      // A platform may mask the value with signs that no header carries.
      for (const value of secretsIn(fields, issuedTo(id)))
        if (canBeSent(value)) this.values.set(id, value);
        else this.findings.note(`${name}.create`, 'its value is no key that can be sent');
    }
    const [first, equal] = [posts.at(0), posts.at(-1)].map(answer => reads.get(idOf(answer?.objects[0])));
    if (first && isAbsence(first) && equal && equal.objects.length > 0)
      this.findings.note('requests.equal', 'the object that was there is gone', `${name}.create`);
    const id = [...this.made].find(([, its]) => its === name)?.[0];
    const shown = [...reads.values()].flatMap(({ objects }) => objects).find(each => idOf(each) === id);
    const [value, sent] = [this.values.get(id ?? ''), { ...body, ...issuedTo(id ?? '') }];
    const list = await this.changes.try({ name, id, sent, shown, value }, updates);
    this.claim(name, list);
    // Where the list does not show the object either, a 404 may only mean that reads are late.
    for (const [id, read] of reads)
      if (this.made.has(id) || !isAbsence(read)) this.questions.judge(`${name}.get`, read, { id });
    const isLost = ({ objects, error }: Answer) =>
      objects.length === 0 && error?.mayHaveTakenEffect !== false;
    const lost = posts.filter(isLost).length;
    if (new Set(list.objects.filter(each => this.isMarked(each)).map(idOf)).size > ids.size + lost)
      this.findings.note(`${name}.create`, 'one request makes more than one object');
    const ours = [...this.made].filter(([, its]) => its === name).map(([id]) => id);
    for (const id of ids) if (!ours.includes(id)) this.lost.push(`${id}, which no read shows`);
    // The platform may still process the request.
    if (ours.filter(id => !ids.has(id)).length < lost)
      this.lost.push(`what may still appear in ${name} with ${this.mark}`);
  }

  /** A platform that ignores the key makes a second object. One that answers with an equal object does not show if it reads the key. */
  private judgeRepeats(operation: contract.OperationName, posts: readonly Answer[]): void {
    const ids = posts.map(({ objects }) => idOf(objects[0]));
    const [first, again, equal] = ids.length > 2 ? ids : [ids[0], undefined, ids[1]];
    const { status = 0 } = posts.at(-1) ?? {};
    const isRefused = [409, 422].includes(status) && `it answers ${status}`;
    if (!first || !(equal || isRefused)) return;
    const isTwin = [first, again].includes(equal) && 'it answers with the object that exists';
    this.findings.note('requests.equal', isRefused || isTwin, operation, Boolean(isRefused));
    const isDouble = first !== again && 'a second request creates a second object';
    if (again && (isDouble || !isTwin)) this.findings.note('requests.idempotency_key', isDouble, operation);
  }

  /** A read that shows the mark proves a create. @param sent body of the create, if the read is a GET */
  private claim(name: Name, { objects }: Answer, sent?: object): void {
    for (const object of objects.filter(each => this.isMarked(each))) {
      this.made.set(idOf(object), name);
      this.findings.note(`${name}.create`, false);
      if (sent !== undefined) this.findings.judgeObject(`${name}.get`, object, sent);
    }
  }

  private isMarked(object: unknown): boolean {
    return JSON.stringify(object).includes(this.mark);
  }

  /** True if no read shows the object. Another node may show it later. */
  private async isUnseen(name: Name, id: string): Promise<boolean> {
    const got = await this.questions.settle(name, id, ({ objects }) => objects.length > 0);
    const { objects } = await this.questions.send(`${name}.list`, page);
    return isAbsence(got) && !objects.some(each => idOf(each) === id);
  }

  /** Removes what a probe has made. Returns what it could not remove. */
  async cleanUp(): Promise<readonly string[]> {
    const deleted = new Set<Name>();
    for (const [id, name] of this.made) {
      const isUnseen = deleted.has(name) && (await this.isUnseen(name, id));
      if (isUnseen) this.findings.note(`${name}.delete`, 'it deletes an equal object, too');
      deleted.add(name);
      const { error, status: answered } = await this.questions.ask(name, 'delete', { id }, isUnseen);
      if (error !== undefined && !isKind(error, 'NotFound')) continue;
      // A platform may answer 2xx and do nothing, or do it later.
      const isGone = ({ objects }: Answer) => objects.length === 0;
      const got = await this.questions.settle(name, id, isGone, { isAnnounced: answered === 202 });
      this.questions.judge(`${name}.get`, got, { id }, true);
      if (isGone(got)) this.made.delete(id);
      if (!isAbsence(got)) continue;
      const value = error === undefined && this.values.get(id);
      const isEnded = !value || (await this.questions.comesTo(value, status => status < 200 || status > 299));
      if (error === undefined) this.findings.note(`${name}.delete`, !isEnded && 'its value goes on working');
      const { objects: listed } = await this.questions.ask(name, 'list', page);
      if (listed.some(each => idOf(each) === id))
        this.findings.note('lists.current', `${name} still show what was deleted`);
    }
    return [...this.made.keys(), ...this.lost];
  }
}
