import { z } from 'zod';
import { contract, type OperationName } from '../../../src/client/contract/operations';
import type { SandboxOptions } from '../../../src/sandbox';
import { aSandbox } from '../../harness/a-sandbox';
import { pathOf } from '../../harness/operations';

interface Asked {
  readonly body?: unknown;
  /** Bearer credential; the sandbox's own unless given, none when `undefined`. */
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
  /** Of the object that the operation is about. */
  readonly id?: string | undefined;
  /** What follows the question mark. */
  readonly query?: string;
}

export type PlatformUnderTest = Awaited<ReturnType<typeof platform>>;
type Reply = Awaited<ReturnType<PlatformUnderTest['ask']>>;

/** A sandbox of this test alone, spoken to over HTTP and closed when the test ends. */
export async function platform(options: SandboxOptions = {}) {
  const sandbox = await aSandbox(options);
  /** Sends any request: to the sandbox's own routes, or one that no operation has. The answer is read whole. */
  const ask = async (method: string, path: string, asked: Omit<Asked, 'id' | 'query'> = {}) => {
    const key = 'key' in asked ? asked.key : sandbox.key;
    const body = typeof asked.body === 'string' ? asked.body : JSON.stringify(asked.body);
    const response = await fetch(sandbox.url + path, {
      method,
      redirect: 'manual',
      headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...asked.headers },
      ...(body === undefined ? {} : { body }),
    });
    const { status, headers } = response;
    const text = await response.text();
    const json: unknown = headers.get('content-type')?.includes('json') ? JSON.parse(text) : undefined;
    return { status, headers, text, body: json };
  };
  /** Calls an operation of the contract, at its method and path. */
  const call = (operation: OperationName, { id, query, ...asked }: Asked = {}) => {
    const path = pathOf(operation, id);
    return ask(contract[operation].method, query === undefined ? path : `${path}?${query}`, asked);
  };
  return { ...sandbox, call, ask };
}

export const registration = {
  url: 'https://receiver.example/svc',
  events: ['alert.created'],
  secret: 'not-a-real-secret',
};

export const keyRequest = { name: 'Leser für é', tenant_id: 'ten_acme', scopes: ['tenants:read'] };

/** The id in an answer. */
export function idOf({ body }: Reply): string {
  return z.object({ id: z.string() }).parse(body).id;
}

/** The ids and the cursor in a list's answer. */
export function listOf({ body }: Reply): { ids: string[]; cursor: string | null } {
  const page = z
    .object({ data: z.array(z.object({ id: z.string() })), next_cursor: z.string().nullable() })
    .parse(body);
  return { ids: page.data.map(({ id }) => id), cursor: page.next_cursor };
}
