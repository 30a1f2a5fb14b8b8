import { randomUUID } from 'node:crypto';
import { checkConnection } from '../check-connection';
import { otherwise, secretsIn } from '../contract/fields';
import type { Verb } from '../contract/operation';
import * as contract from '../contract/operations';
import { usualPageSize } from '../contract/page';
import { isKind, PlatformError } from '../errors';
import { parse } from '../errors/platform-refusal';
import type { Call } from '../http/request';
import type { ClientOptions } from '../http/settings';
import { createTransport, type Transport } from '../http/transport';
import { type Answer, Findings, idOf, part } from './findings';

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
  const findings = new Findings(text => transport.redactor.clean(text));
  const examiner = new Examiner(transport, findings, mark);
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

const page = { query: { limit: `${usualPageSize}` } };

/** Makes raw calls: the decoders of the contract would hide how the platform differs. */
class Examiner {
  private readonly made = new Map<string, Name>();
  private readonly lost: string[] = [];
  private tenant = '';

  constructor(
    private readonly transport: Transport,
    private readonly findings: Findings,
    private readonly mark: string,
  ) {}

  /** Reads each collection, and changes nothing. @throws {PlatformError} if every list is refused */
  async read(): Promise<void> {
    const refusals: PlatformError[] = [];
    for (const name of contract.collectionNames) {
      const { objects, error } = await this.list(name);
      if (error !== undefined) refusals.push(error);
      // A key may show another spelling of its tenant.
      if (name === 'tenants') this.tenant = idOf(objects[0]) || this.tenant;
      else this.tenant ||= String(part(objects[0], 'tenant_id') ?? '');
      if (!contract.isManaged(name)) continue;
      const id = idOf(objects[0]);
      if (id !== '') await this.ask(name, 'get', { id });
      await this.ask(name, 'get', { id: this.mark }, true);
    }
    if (refusals.length === contract.collectionNames.length) throw refusals[0];
  }

  /** Reads a list. With two objects, the page behind the first one tells whether the platform follows its cursor. */
  private async list(name: contract.CollectionName): Promise<Answer> {
    const limited = await this.ask(name, 'list', page);
    const refusal = [400, 422].includes(limited.status ?? 0) && `limit=100 answers ${limited.status}`;
    const list = refusal ? await this.ask(name, 'list', {}) : limited;
    if (list.error === undefined) this.findings.note('lists.limit', refusal, `${name}.list`);
    if (list.objects.length < 2) return list;
    if (!refusal && list.objects.length >= usualPageSize) await this.listMore(name);
    const first = await this.ask(name, 'list', { query: { limit: '1' } }, true);
    const cursor = String(part(first.body, 'next_cursor') ?? '');
    const next = cursor && (await this.ask(name, 'list', { query: { limit: '1', cursor } }, true));
    this.findings.judgePages(`${name}.list`, list, first, next || undefined);
    return list;
  }

  /** A list of 100 objects may have more: only a page with them shows that a larger limit works. */
  private async listMore(name: contract.CollectionName): Promise<void> {
    const { status, objects } = await this.ask(name, 'list', { query: { limit: '1000' } }, true);
    if ([400, 422].includes(status ?? 0)) this.findings.remark('lists.limit', `limit=1000 answers ${status}`);
    else if (objects.length > usualPageSize) this.findings.remark('lists.limit', 'limit=1000 works');
  }

  /** Makes and changes one endpoint, with an address that nobody can have, and one key. */
  async probe(stopped: AbortSignal): Promise<void> {
    const { mark, tenant: tenant_id } = this;
    const secret = randomUUID();
    const events = ['incident.created', 'alert.created'];
    // The host in capitals and the port of the scheme: this address is not in canonical form.
    const endpoint = { url: `https://DOCTOR.invalid:443/${mark}`, events, secret };
    stopped.throwIfAborted();
    await this.make('webhooks', endpoint, { url: `https://doctor.invalid/${mark}/updated` });
    stopped.throwIfAborted();
    const key = { name: `Doctor ${mark}`, tenant_id, scopes: ['tenants:read'] };
    if (tenant_id !== '') await this.make('apiKeys', key, { name: `Doctor ${mark} updated` });
  }

  private async make(name: Name, body: object, changes: Readonly<Record<string, string>>): Promise<void> {
    const { fields } = contract.collections[name];
    const secrets = secretsIn(fields, body);
    const post = (idempotencyKey: string) => this.ask(name, 'create', { body, secrets, idempotencyKey });
    const posts = [await post(this.mark)];
    if (name === 'webhooks') posts.push(await post(this.mark), await post(randomUUID()));
    this.judgeRepeats(`${name}.create`, posts);
    const created = posts.flatMap(({ objects }) => objects);
    for (const secret of created.flatMap(object => secretsIn(fields, Object(object))))
      this.transport.redactor.remember(secret);
    const ids = new Set(created.map(idOf));
    // An id may name the request, or another object. Only a read that shows the mark proves that it is ours.
    const shown: unknown[] = [];
    for (const id of ids) {
      const read = await this.ask(name, 'get', { id });
      this.claim(name, read, body);
      shown.push(...read.objects);
    }
    await this.change(name, changes, shown);
    const isLost = ({ objects, error }: Answer) =>
      objects.length === 0 && error?.mayHaveTakenEffect !== false;
    const ours = [...this.made].filter(([, its]) => its === name).map(([id]) => id);
    for (const id of ids) if (!ours.includes(id)) this.lost.push(`${id}, which no read shows`);
    // The platform may still process the request.
    if (ours.filter(id => !ids.has(id)).length < posts.filter(isLost).length)
      this.lost.push(`what may still appear in ${name} with ${this.mark}`);
  }

  /** A platform that ignores the key makes a second object. One that finds objects by their content does not show if it reads it. */
  private judgeRepeats(operation: contract.OperationName, posts: readonly Answer[]): void {
    const [first, again, equal] = posts.map(({ objects }) => idOf(objects[0]));
    const { status = 0 } = posts[2] ?? {};
    const isRefused = [409, 422].includes(status) && `it answers ${status}`;
    if (!first || !(equal || isRefused)) return;
    const isTwin = [first, again].includes(equal) && 'it answers with the object that exists';
    this.findings.note('requests.equal', isRefused || isTwin, operation);
    const isDouble = first !== again && 'a second request creates a second object';
    if (again && (isDouble || !isTwin)) this.findings.note('requests.idempotency_key', isDouble, operation);
  }

  /** A read that shows the mark proves a create. @param sent body of the create, if the read is a GET */
  private claim(name: Name, { objects }: Answer, sent?: object): void {
    for (const object of objects.filter(each => JSON.stringify(each).includes(this.mark))) {
      this.made.set(idOf(object), name);
      this.findings.note(`${name}.create`, false);
      if (sent !== undefined) this.findings.judgeObject(`${name}.get`, object, sent);
    }
  }

  /** Changes the object, and compares reads with the change. The list finds objects whose response was lost. */
  private async change(
    name: Name,
    changes: Readonly<Record<string, string>>,
    before: readonly unknown[],
  ): Promise<void> {
    const [id] = [...this.made].find(([, its]) => its === name) ?? [];
    const update = id === undefined ? undefined : await this.ask(name, 'update', { id, body: changes });
    const list = await this.list(name);
    const got = id === undefined ? list : await this.ask(name, 'get', { id });
    const shows = ({ objects }: Answer, text = Object.values(changes)[0] ?? '') =>
      JSON.stringify(objects).toLowerCase().includes(text.toLowerCase());
    const isChanged = shows(list) || shows(got);
    const former = before.find(object => idOf(object) === id);
    const wanted = { ...Object(former), ...changes };
    const others = otherwise(contract.collections[name].fields, wanted, Object(got.objects[0]));
    const lost = others.filter(field => former && !Object.hasOwn(changes, field)).join(', ');
    const isUnchanged = !isChanged && `answers ${update?.status}, and a GET shows no change`;
    if (update && !update.error && (isChanged || got.objects.length > 0))
      this.findings.note(
        `${name}.update`,
        isUnchanged || (lost !== '' && `changes ${lost}, which it was not sent`),
      );
    const isOld = !shows(list, isChanged ? undefined : this.mark) && `${name} do not show a write yet`;
    if (id !== undefined && list.error === undefined && !part(list.body, 'next_cursor'))
      this.findings.note('lists.current', isOld, `${name}.list`);
    this.claim(name, list);
  }

  /** Removes what a probe has made. Returns what it could not remove. */
  async cleanUp(): Promise<readonly string[]> {
    for (const [id, name] of this.made) {
      const { error } = await this.ask(name, 'delete', { id });
      if (error !== undefined && !isKind(error, 'NotFound')) continue;
      // A platform may answer 2xx and do nothing.
      const { objects, status = 0 } = await this.ask(name, 'get', { id }, true);
      if (objects.length === 0) this.made.delete(id);
      if (![404, 410].includes(status)) continue;
      if (error === undefined) this.findings.note(`${name}.delete`, false);
      const { objects: listed } = await this.ask(name, 'list', page);
      if (listed.some(each => idOf(each) === id))
        this.findings.note('lists.current', `${name} still show what was deleted`);
    }
    return [...this.made.keys(), ...this.lost];
  }

  /** @param isVain if no such object exists, or if a failure does not mean that the operation is missing */
  private async ask(
    name: contract.CollectionName,
    verb: Verb,
    more: Partial<Call>,
    isVain = false,
  ): Promise<Answer> {
    // The cast is sound: only lists of collections that are not managed are called.
    const operation = `${name}.${verb}` as contract.OperationName;
    const answer = await this.transport.call({ ...more, operation }).then(
      ({ status, body }): Answer => ({ status, ...contentOf(body.text) }),
      (error: unknown): Answer => {
        if (error instanceof PlatformError) return { status: error.facts.status, error, objects: [] };
        throw error;
      },
    );
    this.findings.judgeAnswer(operation, answer, isVain, more.id);
    for (const object of answer.objects) this.findings.judgeObject(operation, object, more.body);
    return answer;
  }
}

function contentOf(text = ''): Pick<Answer, 'body' | 'objects'> {
  const body = parse(text);
  const data = part(body, 'data');
  const found: readonly unknown[] = Array.isArray(data) ? data : [body];
  return { body, objects: found.filter(object => idOf(object) !== '') };
}
