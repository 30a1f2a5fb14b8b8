import type { Verb } from '../contract/operation';
import type * as contract from '../contract/operations';
import { isEmptyPage, objectOf, usualPageSize, wire } from '../contract/page';
import { timeOf } from '../contract/time';
import { PlatformError } from '../errors';
import { parse, property } from '../errors/platform-refusal';
import { Patience } from '../http/patience';
import type { Call } from '../http/request';
import type { Transport } from '../http/transport';
import { type Answer, type Findings, idOf, part } from './findings';

const limitedTo = (limit: number, more = {}) => ({ query: { [wire.limitParameter]: `${limit}`, ...more } });
export const page = limitedTo(usualPageSize);

/** Makes raw calls, and has each answer judged: the decoders of the contract would hide how the platform differs. */
export class Questions {
  constructor(
    readonly transport: Transport,
    private readonly withKey: (value: string) => Transport,
    private readonly findings: Findings,
  ) {}

  /** Repeats a GET that may come too early. @param options isAnnounced: the platform has said so */
  async settle(
    name: contract.ManagedCollectionName,
    id: string,
    isDone: (answer: Answer) => boolean,
    { isAnnounced = false, patience = new Patience(this.transport) } = {},
  ): Promise<Answer> {
    const operation = `${name}.get` as const;
    const isFinal = (answer: Answer) => isDone(answer) || !(isAbsence(answer) || answer.status === 200);
    const first = await this.send(operation, { id });
    let last = first;
    if (!isFinal(first))
      await patience.until(operation, async () => {
        last = await this.send(operation, { id });
        return isFinal(last) || undefined;
      });
    const isDated = last.objects.every(object => !Number.isNaN(timeOf(String(part(object, 'created_at')))));
    const isLate = last !== first && !isAnnounced && 'a GET shows a write later';
    if (isDone(last)) this.findings.note('objects.current', isLate, operation, isDated);
    return last;
  }

  /** @param isTrial true if the operation may work although this request fails: nobody has the id, or the limit is unusual */
  async ask(
    name: contract.CollectionName,
    verb: Verb,
    more: Partial<Call>,
    isTrial = false,
  ): Promise<Answer> {
    // The cast is sound: only lists of collections that are not managed are called.
    const operation = `${name}.${verb}` as contract.OperationName;
    const answer = await this.send(operation, more);
    this.judge(operation, answer, more, isTrial);
    return answer;
  }

  /** Reads a list. With two objects, the page behind the first one tells whether the platform follows its cursor. */
  async list(name: contract.CollectionName): Promise<Answer> {
    const limited = await this.ask(name, 'list', page);
    const refusal = [400, 422].includes(limited.status ?? 0) && `limit=100 answers ${limited.status}`;
    const list = refusal ? await this.ask(name, 'list', {}) : limited;
    if (list.error === undefined) this.findings.note('lists.limit', refusal, `${name}.list`);
    this.findings.judgeTotal(`${name}.list`, list);
    if (list.objects.length < 2) return list;
    if (!refusal && list.objects.length >= usualPageSize) await this.listMore(name);
    const first = await this.ask(name, 'list', limitedTo(1), true);
    const cursor = String(part(first.body, wire.cursor) ?? '');
    const next =
      cursor && (await this.ask(name, 'list', limitedTo(1, { [wire.cursorParameter]: cursor }), true));
    this.findings.judgePages(`${name}.list`, list, first, next || undefined);
    return list;
  }

  /** A list of 100 objects may have more: only a page with them shows that a larger limit works. */
  private async listMore(name: contract.CollectionName): Promise<void> {
    const { status, objects } = await this.ask(name, 'list', limitedTo(1000), true);
    if ([400, 422].includes(status ?? 0)) this.findings.remark('lists.limit', `limit=1000 answers ${status}`);
    else if (objects.length > usualPageSize) this.findings.remark('lists.limit', 'limit=1000 works');
  }

  /** True if a read with the value of a key comes to answer so: nodes may learn of it, and of its end, late. */
  async comesTo(value: string, isWanted: (status: number) => boolean): Promise<boolean> {
    const transport = this.withKey(value);
    const ask = async () => {
      const { status = 0 } = await this.send('tenants.list', limitedTo(1), transport);
      return isWanted(status) || undefined;
    };
    const isSo = (await ask()) ?? (await new Patience(this.transport).until('tenants.list', ask));
    await transport.close();
    return isSo === true;
  }

  /** Judges nothing. */
  send(operation: contract.OperationName, more: Partial<Call>, transport = this.transport): Promise<Answer> {
    return transport.call({ ...more, operation }).then(
      ({ status, body }): Answer => ({ status, ...contentOf(operation, body.text) }),
      (error: unknown): Answer => {
        if (error instanceof PlatformError) return { status: error.facts.status, error, objects: [] };
        throw error;
      },
    );
  }

  judge(
    operation: contract.OperationName,
    answer: Answer,
    { id, body }: Partial<Call>,
    isTrial = false,
  ): void {
    this.findings.judgeAnswer(operation, answer, isTrial, id);
    for (const object of answer.objects) this.findings.judgeObject(operation, object, body);
  }
}

export const isAbsence = ({ status }: Answer) => status === 404 || status === 410;
function contentOf(operation: contract.OperationName, text = ''): Pick<Answer, 'body' | 'objects'> {
  const body = parse(text);
  const data = operation.endsWith('.list') && part(body, wire.list);
  const found: readonly unknown[] = Array.isArray(data) ? data : [objectOf(body)];
  return { body, objects: found.filter(object => idOf(object) !== '') };
}

/** True if nothing follows. A page of another form, or without a word about the next one, may be a part. */
export function isWholeList(body: unknown): boolean {
  const isEnd = [null, ''].some(end => end === property(body, wire.cursor));
  return (
    isEmptyPage(body) || (Array.isArray(part(body, wire.list)) && isEnd && part(body, 'has_more') !== true)
  );
}
