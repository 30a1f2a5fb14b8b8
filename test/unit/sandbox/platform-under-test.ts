import { z } from 'zod';
import { contract, type OperationName } from '../../../src/client/contract/operations';
import type { Sandbox, SandboxOptions } from '../../../src/sandbox';
import { aSandbox } from '../../harness/a-sandbox';
import { pathOf } from '../../harness/operations';
import { receiver as signedReceiver } from '../../harness/servers/receiver';

/** What the sandbox answered, read whole. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body as JSON, `undefined` when it is empty. */
  readonly body: unknown;
}

export interface AskOptions {
  readonly body?: unknown;
  /** Bearer credential; the sandbox's own unless given, none when `undefined`. */
  readonly key?: string | undefined;
  readonly headers?: Record<string, string>;
}

export interface CallOptions extends AskOptions {
  /** Of the object that the operation is about. */
  readonly id?: string | undefined;
  /** What follows the question mark. */
  readonly query?: string;
}

export type PlatformUnderTest = Awaited<ReturnType<typeof platform>>;

/** A sandbox of this test alone, spoken to over HTTP and closed when the test ends. */
export async function platform(options: SandboxOptions = {}) {
  const sandbox = await aSandbox(options);
  /** Sends any request: to the sandbox's own routes, or one that no operation has. */
  const ask = (method: string, path: string, options: AskOptions = {}) =>
    send(sandbox, method, path, options);
  /** Calls an operation of the contract, at its method and path. */
  const call = (operation: OperationName, { id, query, ...options }: CallOptions = {}) => {
    const path = pathOf(operation, id);
    return ask(contract[operation].method, query === undefined ? path : `${path}?${query}`, options);
  };
  return { ...sandbox, call, ask };
}

async function send(sandbox: Sandbox, method: string, path: string, call: AskOptions): Promise<Reply> {
  const key = 'key' in call ? call.key : sandbox.key;
  const response = await fetch(sandbox.url + path, {
    method,
    redirect: 'manual',
    headers: { ...(key === undefined ? {} : { authorization: `Bearer ${key}` }), ...call.headers },
    ...(call.body === undefined ? {} : { body: asText(call.body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? JSON.parse(text) : undefined,
  };
}

function asText(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
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

/** A real receiver on this machine; `answer` is asked for a status, and may keep the sender waiting. */
export async function receiver(answer: () => number | Promise<number>) {
  const { url, got } = await signedReceiver(answer);
  return { url, received: got };
}
