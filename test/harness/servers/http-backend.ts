import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listening } from './listening';

/** How the backend handles a state that Terraform uploads. `forget` responds with 200 and keeps the earlier state. */
export type UploadMode = 'store' | 'forget' | 'refuse';

/** A state backend of type `http` on loopback. Path and query identify a state. */
export class HttpBackend {
  uploads: UploadMode = 'store';
  private readonly states = new Map<string, string>();
  private readonly forgotten = new Map<string, string>();
  private readonly locks = new Map<string, string>();
  private readonly server: Server;
  private port = 0;

  private constructor() {
    this.server = createServer((request, response) => {
      void this.answer(request, response).catch(() => response.destroy());
    });
  }

  /** Stops after the test. */
  static async start(): Promise<HttpBackend> {
    const backend = new HttpBackend();
    backend.port = await listening(backend.server);
    return backend;
  }

  /** @param credentials such as `user:password`; the backend does not check them */
  address(state: string, credentials = ''): string {
    return `http://${credentials === '' ? '' : `${credentials}@`}127.0.0.1:${this.port}/${state}`;
  }

  /** Returns the state as Terraform uploaded it. */
  stored(state: string): string | undefined {
    return this.states.get(`/${state}`);
  }

  /** Drops all uploads from now on. */
  forget(): void {
    this.forgotten.clear();
    this.uploads = 'forget';
  }

  /** Stores the uploads dropped since `forget`. */
  remember(): void {
    for (const [name, state] of this.forgotten) this.states.set(name, state);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://backend');
    // Terraform adds the id of its lock to an upload.
    url.searchParams.delete('ID');
    const name = `${url.pathname}${url.search}`;
    const body = await textOf(request);
    const [status, text] = this.carryOut(request.method ?? '', name, body);
    response.writeHead(status, { 'content-type': 'application/json' }).end(text);
  }

  private carryOut(method: string, name: string, body: string): readonly [number, string] {
    const state = this.states.get(name);
    if (method === 'GET') return state === undefined ? [404, ''] : [200, state];
    if (method === 'LOCK') return this.lock(name, body);
    if (method === 'UNLOCK') this.locks.delete(name);
    else if (method === 'DELETE') this.states.delete(name);
    else if (method !== 'POST') return [405, ''];
    else if (this.uploads === 'refuse') return [500, ''];
    else (this.uploads === 'store' ? this.states : this.forgotten).set(name, body);
    return [200, ''];
  }

  private lock(name: string, body: string): readonly [number, string] {
    const holder = this.locks.get(name);
    if (holder !== undefined) return [423, holder];
    this.locks.set(name, body);
    return [200, ''];
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}
