import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listening } from '../../harness/servers/listening';

/** The author of comments that a job writes. */
export const robot = 'github-actions[bot]';

const comment = z.object({ body: z.string().max(65_536) });

const issue = z
  .object({
    title: z.string(),
    body: z.string().max(65_536),
    description: z.string(),
    state: z.literal('closed'),
    state_event: z.literal('close'),
  })
  .partial();

interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/**
 * GitHub or GitLab on loopback, as far as the pipelines use them: the comments of request 7, the commits that it merged, and
 * issues.
 */
export class Forge {
  readonly comments: { id: number; author: string; body: string }[] = [];
  readonly issues: { number: number; author: string; body: string; isOpen: boolean }[] = [];
  /** Commits of the default branch that request 7 has merged. */
  readonly merged = new Set<string>();
  readonly #tokens = new Map<string, 'read' | 'write'>();
  address = '';

  static async start(): Promise<Forge> {
    const forge = new Forge();
    const server = createServer(async (request, response) => {
      const { status, body } = forge.#answer(
        request.method ?? '',
        new URL(request.url ?? '/', 'http://forge'),
        (request.headers.authorization ?? String(request.headers['private-token'])).replace('Bearer ', ''),
        await text(request),
      );
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}));
    });
    forge.address = `http://127.0.0.1:${await listening(server)}`;
    return forge;
  }

  /** A token that may read comments, or also write them; without a level, a token that may do neither. */
  tokenFor(level?: string): string {
    const token = randomUUID();
    if (level === 'read' || level === 'write') this.#tokens.set(token, level);
    return token;
  }

  add(author: string, body: string): void {
    this.comments.push({ id: this.comments.length + 1, author, body });
  }

  /** Replaces the text of the job's comment. */
  write(body: string): void {
    for (const each of this.comments.filter(({ author }) => author === robot)) each.body = body;
  }

  by = (author: string) => this.comments.filter(each => each.author === author).map(({ body }) => body);

  #answer(method: string, { pathname: path, searchParams }: URL, token: string, body: string): Answer {
    const level = this.#tokens.get(token);
    if (level === undefined || (method !== 'GET' && level !== 'write')) return { status: 403 };
    if (method === 'GET')
      return { status: 200, body: this.#shown(path, Number(searchParams.get('page') ?? 1)) };
    const [isIssue, number] = /\/issues(?:\/(\d+))?$/.exec(path) ?? [];
    if (isIssue !== undefined) return this.#writeIssue(number, body);
    const { body: written } = comment.parse(JSON.parse(body));
    if (method === 'POST') this.add(robot, written);
    const found = this.comments.find(({ id }) => path.endsWith(`/${id}`));
    if (['PATCH', 'PUT'].includes(method) && found !== undefined) found.body = written;
    return { status: 200 };
  }

  #writeIssue(number: string | undefined, text: string): Answer {
    const { body, description, state, state_event } = issue.parse(JSON.parse(text));
    const found = this.issues.find(each => String(each.number) === number);
    const written = { body: body ?? description ?? '', isOpen: (state ?? state_event) === undefined };
    if (found !== undefined) Object.assign(found, written);
    else this.issues.push({ number: this.issues.length + 1, author: robot, ...written });
    return { status: 200 };
  }

  /** Each object has the fields of both forges. A list has pages of 100. */
  #shown(path: string, page: number): unknown {
    if (path === '/user') return { id: 1 };
    const [, commit] = /\/commits\/(\w+)\/(?:pulls|merge_requests)$/.exec(path) ?? [];
    if (commit !== undefined) return this.merged.has(commit) ? [{ number: 7, iid: 7 }] : [];
    if (path.endsWith('/issues'))
      return this.issues
        .filter(({ isOpen }) => isOpen)
        .map(({ number, author, body }) => ({
          number,
          iid: number,
          ...authoredBy(author),
          body,
          description: body,
        }));
    if (!/\/7\/(?:comments|notes)$/.test(path)) return {};
    return this.comments
      .slice((page - 1) * 100, page * 100)
      .map(({ id, author, body }) => ({ id, ...authoredBy(author), body }));
  }
}

const authoredBy = (author: string) => ({
  user: { login: author },
  author: { id: author === robot ? 1 : 2 },
});
