import type { OperationName } from '../../../src/client/contract/operations';
import { wire } from '../../../src/client/contract/page';
import { examine } from '../../../src/client/doctor/examine';
import type { Dialect } from '../../../src/sandbox/dialects/dialects';
import { aSandbox } from '../../harness/a-sandbox';
import { webhookEndpoint } from './client-fixture';
import { FakeClock } from './fake-clock';

/** Answers with a status and a body in place of the platform's. */
export type Answers = Partial<Record<OperationName, readonly [status: number, body?: string | object]>>;

/** Examines a platform with two endpoints and a key. Rows with equal operands share one examination. */
export function examined(answers: Answers, dialect: Partial<Dialect> = {}, stopped?: AbortSignal) {
  const operands = [answers, dialect, stopped?.aborted ?? null];
  const name = JSON.stringify(operands, (_, value) => (typeof value === 'function' ? String(value) : value));
  const result = examinations.get(name) ?? examineSandbox(answers, dialect, stopped);
  examinations.set(name, result);
  return result;
}

const examinations = new Map<string, ReturnType<typeof examineSandbox>>();

async function examineSandbox(answers: Answers, dialect: Partial<Dialect>, stopped: AbortSignal | undefined) {
  const { controls, url, key } = await aSandbox({ dialect });
  const tenant_id = controls.tenants.create({ name: 'A' }).id;
  controls.apiKeys.create({ name: 'a', tenant_id, scopes: [] });
  for (const path of ['a', 'b'])
    controls.webhooks.create({ url: `https://a.example/${path}`, events: ['alert.created'] });
  for (const [operation, [status, body]] of Object.entries(answers))
    controls.faults.add({
      operation: operation as OperationName,
      times: Number.POSITIVE_INFINITY,
      effect: { kind: 'status', status, ...(body === undefined ? {} : { body }) },
    });
  const options = { baseUrl: url, credential: key, maxRetries: 0, clock: new FakeClock() };
  return (await examine(options, 'mark', stopped)).assumptions;
}

export const endpoint = webhookEndpoint({ url: 'https://a.example/', events: [] });
export const key = { id: 'key_1', name: 'n', tenant_id: 'ten_1', scopes: [], environment: 'test' };
export const page = { [wire.list]: [], [wire.cursor]: null };
export const got = (body: object): Answers => ({ 'webhooks.get': [200, body] });
export const listed = (body: object): Answers => ({ 'webhooks.list': [200, body] });
export const keys = (more: object): Answers => ({
  'apiKeys.list': [200, { ...page, [wire.list]: [{ ...key, ...more }] }],
});
export const refusedLists = (status: number): Answers => ({
  'webhooks.list': [status],
  'apiKeys.list': [status],
  'tenants.list': [200, ''],
});
export const denied: Answers = { 'webhooks.get': [403] };

export const verdictOf = (differs?: string | false) => {
  const verdict = differs === undefined ? 'cannot be told' : differs === false ? 'holds' : 'differs';
  return { verdict, ...(differs ? { detail: differs } : {}) };
};
