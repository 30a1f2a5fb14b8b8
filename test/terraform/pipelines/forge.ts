import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** A comment of a pull request or merge request. */
export interface Comment {
  readonly id: number;
  readonly author: string;
  body: string;
}

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface Answer {
  readonly status: number;
  readonly body: unknown;
  /** Where a redirect leads. */
  readonly location?: string;
}

export const refused: Answer = { status: 403, body: { message: 'Resource not accessible by this token' } };
export const notFound: Answer = { status: 404, body: { message: 'Not Found' } };

/** Serves a part of a forge's API on loopback until the test ends. Returns its address. */
export async function serveForge(answer: (call: Call) => Answer): Promise<string> {
  const server = createServer((request, response) => {
    void respond(request, response, answer).catch(() => response.destroy());
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The forge does not listen.');
  return `http://127.0.0.1:${address.port}`;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (call: Call) => Answer,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://forge');
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  const { status, body, location } = answer({
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: Object.fromEntries(headers),
    body: Buffer.concat(chunks),
  });
  response.writeHead(status, { 'content-type': 'application/json', ...(location && { location }) });
  response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body));
}

/** The comments of one request, in pages as both forges list them. */
export class Comments {
  readonly all: Comment[] = [];

  add(author: string, body: string): Comment {
    const comment = { id: this.all.length + 1, author, body };
    this.all.push(comment);
    return comment;
  }

  page(query: URLSearchParams): readonly Comment[] {
    const size = Number(query.get('per_page') ?? 30);
    const first = (Number(query.get('page') ?? 1) - 1) * size;
    return this.all.slice(first, first + size);
  }

  by(author: string): readonly string[] {
    return this.all.filter(comment => comment.author === author).map(({ body }) => body);
  }
}
