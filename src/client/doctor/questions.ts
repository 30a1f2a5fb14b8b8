import type { Verb } from '../contract/operation';
import type * as contract from '../contract/operations';
import { isEmptyPage, objectOf, wire } from '../contract/page';
import { timeOf } from '../contract/time';
import { PlatformError } from '../errors';
import { parse, property } from '../errors/platform-refusal';
import { Patience } from '../http/patience';
import type { Call } from '../http/request';
import type { Transport } from '../http/transport';
import { type Answer, type Findings, idOf, part } from './findings';

/** Makes raw calls, and has each answer judged: the decoders of the contract would hide how the platform differs. */
export class Questions {
  constructor(
    readonly transport: Transport,
    private readonly findings: Findings,
  ) {}

  /**
   * Repeats a GET that may come too early after a write.
   * @param options isTold: the platform has said that the write is not done yet
   */
  async settle(
    name: contract.ManagedCollectionName,
    id: string,
    isDone: (answer: Answer) => boolean,
    { isTold = false, patience = new Patience(this.transport) } = {},
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
    const isLate = last !== first && !isTold && 'a GET shows a write later';
    if (isDone(last)) this.findings.note('objects.current', isLate, operation, isDated);
    return last;
  }

  /** @param isVain if no such object exists, or if a failure does not mean that the operation is missing */
  async ask(name: contract.CollectionName, verb: Verb, more: Partial<Call>, isVain = false): Promise<Answer> {
    // The cast is sound: only lists of collections that are not managed are called.
    const operation = `${name}.${verb}` as contract.OperationName;
    const answer = await this.send(operation, more);
    this.judge(operation, answer, more, isVain);
    return answer;
  }

  private send(operation: contract.OperationName, more: Partial<Call>): Promise<Answer> {
    return this.transport.call({ ...more, operation }).then(
      ({ status, body }): Answer => ({ status, ...contentOf(body.text) }),
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
    isVain = false,
  ): void {
    this.findings.judgeAnswer(operation, answer, isVain, id);
    for (const object of answer.objects) this.findings.judgeObject(operation, object, body);
  }
}

export const isAbsence = ({ status }: Answer) => status === 404 || status === 410;
function contentOf(text = ''): Pick<Answer, 'body' | 'objects'> {
  const body = parse(text);
  const data = part(body, wire.list);
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
