import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { listening } from '../../harness/servers/listening';

/** The author of what a job writes. */
export const robot = 'github-actions[bot]';

const written = z
  .object({
    body: z.string().max(65_536),
    title: z.string(),
    description: z.string(),
    state: z.literal('closed'),
    state_event: z.literal('close'),
  })
  .partial();

/** A comment or an issue, with the fields of both forges. */
interface Item {
  readonly number: number;
  readonly author: string;
  readonly title?: string | undefined;
  body: string;
  isOpen: boolean;
}

/** The request that a merge has made this commit of, and others that have the commit, too. */
const merged = (squash_commit_sha: string) => ({
  ...{ number: 7, iid: 7, merged_at: '2026-11-01T00:00:00Z', state: 'merged' },
  ...{ merge_commit_sha: squash_commit_sha, squash_commit_sha, sha: 'of the branch' },
});
const others = [
  { ...merged('abc'), number: 8, iid: 8, merged_at: null, state: 'opened' },
  { ...merged('def'), number: 9, iid: 9 },
];

/** GitHub or GitLab on loopback, as far as the pipelines' scripts call them: comments of request 7, issues, and what was applied. */
export class ForgeApi {
  readonly comments: Item[] = [];
  readonly issues: Item[] = [];
  /** True if the commit is one that request 7 has merged. */
  hasMerged = false;
  /** The applies to svc-production, with the states that they have had, the oldest first. */
  readonly deployments: { readonly sha: string; readonly states: readonly string[] }[] = [];
  /** Folder of the git repository. */
  repository = '';
  address = '';

  static async start(): Promise<ForgeApi> {
    const forge = new ForgeApi();
    const server = createServer(async (request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', 'http://forge');
      const page = Number(searchParams.get('page') ?? 1);
      const body = await text(request);
      const answer =
        request.method === 'GET'
          ? (forge.#applied(pathname, searchParams) ?? forge.#shown(pathname, page))
          : forge.#write(pathname, body);
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    forge.address = `http://127.0.0.1:${await listening(server)}`;
    return forge;
  }

  comment(author: string, body: string): void {
    this.comments.push({ number: this.comments.length + 1, author, body, isOpen: true });
  }

  by = (author: string) => this.comments.filter(each => each.author === author).map(({ body }) => body);

  #write(path: string, content: string): object {
    const list = /\/issues(?:\/\d+)?$/.test(path) ? this.issues : this.comments;
    const { title, body, description, state, state_event } = written.parse(JSON.parse(content));
    const changed = { title, body: body ?? description ?? '', isOpen: (state ?? state_event) === undefined };
    const found = list.find(({ number }) => path.endsWith(`/${number}`));
    if (found === undefined) list.push({ number: list.length + 1, author: robot, ...changed });
    else Object.assign(found, changed);
    return {};
  }

  #git = (...words: readonly string[]) =>
    execFileSync('git', words, { cwd: this.repository, encoding: 'utf8' }).trim();

  /** Commits, trees and deployments. */
  #applied(path: string, parameters: URLSearchParams): unknown {
    const [, ref] = /\/git\/ref\/(.*)/.exec(path) ?? [];
    if (ref !== undefined) return { object: { sha: this.#git('rev-parse', `refs/${ref}`) } };
    const [, commit] = /\/git\/trees\/(\w+)$/.exec(path) ?? [];
    if (commit !== undefined) {
      const rows = this.#git('ls-tree', '--format=%(objectname) %(path)', commit).split('\n');
      return { tree: rows.map(row => row.split(' ')).map(([sha, path]) => ({ sha, path })) };
    }
    const [, id] = /\/deployments\/(\d+)\/statuses$/.exec(path) ?? [];
    if (id !== undefined) return this.deployments[Number(id)]?.states.map(state => ({ state })).reverse();
    if (!path.endsWith('/deployments')) return undefined;
    const isAsked = parameters.get('status') === 'success';
    const deployments = this.deployments
      .map((deployment, id) => ({ id, ...deployment }))
      .filter(({ states }) => !isAsked || states.includes('success'));
    return parameters.get('sort') === 'asc' ? deployments : deployments.reverse();
  }

  /** A list has pages of 100. */
  #shown(path: string, page: number): unknown {
    if (path === '/user') return { id: 1 };
    const [, commit] = /\/commits\/(\w+)\/(?:pulls|merge_requests)$/.exec(path) ?? [];
    if (commit !== undefined) return this.hasMerged ? [...others, merged(commit)] : [];
    const list = path.endsWith('/issues') ? this.issues.filter(({ isOpen }) => isOpen) : this.comments;
    return list.slice((page - 1) * 100, page * 100).map(({ number, author, body }) => ({
      ...{ id: number, number, iid: number, body, description: body },
      ...{ user: { login: author }, author: { id: author === robot ? 1 : 2 } },
    }));
  }
}
