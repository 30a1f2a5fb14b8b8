import type { Verb } from '../contract/operation';
import type { CollectionName, ManagedCollectionName, OperationName } from '../contract/operations';
import { usualPageSize, wire } from '../contract/page';
import { timeOf } from '../contract/time';
import { PlatformError } from '../errors';
import { Patience } from '../http/patience';
import type { Call } from '../http/request';
import type { Transport } from '../http/transport';
import { type Answer, contentOf, isAbsence, part } from './answer';
import type { Findings } from './findings';

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
    name: ManagedCollectionName,
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
  async ask(name: CollectionName, verb: Verb, more: Partial<Call>, isTrial = false): Promise<Answer> {
    // The cast is sound: only lists of collections that are not managed are called.
    const operation = `${name}.${verb}` as OperationName;
    const answer = await this.send(operation, more);
    this.judge(operation, answer, more, isTrial);
    return answer;
  }

  /** Reads a list. With two objects, the page behind the first one tells whether the platform follows its cursor. */
  async list(name: CollectionName): Promise<Answer> {
    const operation = `${name}.list` as const;
    const limited = await this.ask(name, 'list', page);
    const refusal = [400, 422].includes(limited.status ?? 0) && `limit=100 answers ${limited.status}`;
    const list = refusal ? await this.ask(name, 'list', {}) : limited;
    if (list.error === undefined) this.findings.note('lists.limit', refusal, operation);
    this.findings.judgeTotal(operation, list);
    if (list.objects.length < 2) return list;
    const first = await this.ask(name, 'list', limitedTo(1), true);
    const cursor = String(part(first.body, wire.cursor) ?? '');
    const behind = limitedTo(1, { [wire.cursorParameter]: cursor });
    const next = cursor === '' ? undefined : await this.ask(name, 'list', behind, true);
    this.findings.judgePages(operation, list, first, next);
    return list;
  }

  /** True if a read with the value of a key comes to answer so: nodes may learn of it, and of its end, late. */
  async comesTo(value: string, isWanted: (status: number) => boolean): Promise<boolean> {
    const transport = this.withKey(value);
    const ask = async () => {
      const { status = 0 } = await this.send('tenants.list', limitedTo(1), transport);
      return isWanted(status) || undefined;
    };
    try {
      return ((await ask()) ?? (await new Patience(this.transport).until('tenants.list', ask))) === true;
    } finally {
      await transport.close();
    }
  }

  /** Judges nothing. */
  send(operation: OperationName, more: Partial<Call>, transport = this.transport): Promise<Answer> {
    return transport.call({ ...more, operation }).then(
      ({ status, body }): Answer => ({ status, ...contentOf(operation, body.text) }),
      (error: unknown): Answer => {
        if (error instanceof PlatformError) return { status: error.facts.status, error, objects: [] };
        throw error;
      },
    );
  }

  judge(operation: OperationName, answer: Answer, { id, body: sent }: Partial<Call>, isTrial = false): void {
    this.findings.judgeAnswer(operation, answer, isTrial, id);
    for (const object of answer.objects) this.findings.judgeObject(operation, object, sent);
  }
}
