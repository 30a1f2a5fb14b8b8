import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { type Answer, type Call, Comments, notFound, refused, serveForge } from './forge';

const commentBody = z.object({ body: z.string().max(65_536) });

/** The author of comments that a job writes with its own token. */
export const robot = 'github-actions[bot]';

export interface Artifact {
  readonly name: string;
  /** Where its files are. */
  readonly folder: string;
  readonly run: number;
}

/** A run of a workflow, as the API shows it. */
export interface Run {
  readonly path: string;
  readonly event: string;
  readonly head_branch: string;
  readonly head_sha: string;
  /** Repository whose branch the run was for: a fork has another one. */
  readonly head_repository: { readonly id: number };
}

export type Permissions = Readonly<Record<string, string>>;

/** GitHub, as far as the workflows use it: comments, artefacts, runs, trees, and tokens with the permissions of their job. */
export class GitHub {
  readonly comments = new Comments();
  readonly artifacts: Artifact[] = [];
  readonly runs = new Map<number, Run>();
  readonly repository = 'acme/security';
  readonly repositoryId = 4711;
  readonly #permissions = new Map<string, Permissions>();
  address = '';

  private constructor(private readonly folder: string) {}

  /** @param folder the repository with the commits */
  static async start(folder: string): Promise<GitHub> {
    const github = new GitHub(folder);
    github.address = await serveForge(call => github.answer(call));
    return github;
  }

  tokenWith(permissions: Permissions): string {
    const token = randomUUID();
    this.#permissions.set(token, permissions);
    return token;
  }

  private answer(call: Call): Answer {
    const token = (call.headers['authorization'] ?? '').replace('Bearer ', '');
    const may = (name: string, level: string) => this.#permissions.get(token)?.[name] === level;
    const path = call.path.replace(`/repos/${this.repository}`, '');
    if (path === '/actions/artifacts')
      return may('actions', 'read') ? { status: 200, body: this.#listArtifacts(call.query) } : refused;
    if (path.startsWith('/actions/runs/'))
      return may('actions', 'read') ? this.#showRun(Number(path.split('/').at(-1))) : refused;
    if (path.startsWith('/git/trees/'))
      return may('contents', 'read') ? this.#showTree(path.split('/').at(-1) ?? '') : refused;
    if (!may('pull-requests', 'write')) return refused;
    return this.#answerComments(call, path);
  }

  #answerComments({ method, query, body }: Call, path: string): Answer {
    const shown = ({ id, author, body: text }: Comments['all'][number]) => ({
      id,
      user: { login: author },
      body: text,
    });
    if (method === 'GET' && path === '/issues/7/comments')
      return { status: 200, body: this.comments.page(query).map(shown) };
    const { body: text } = commentBody.parse(JSON.parse(body.toString()));
    if (method === 'POST' && path === '/issues/7/comments')
      return { status: 201, body: shown(this.comments.add(robot, text)) };
    const comment = this.comments.all.find(({ id }) => path === `/issues/comments/${id}`);
    if (method !== 'PATCH' || comment === undefined) return notFound;
    comment.body = text;
    return { status: 200, body: shown(comment) };
  }

  #showRun(id: number): Answer {
    const run = this.runs.get(id);
    return run === undefined ? notFound : { status: 200, body: { id, ...run } };
  }

  #showTree(commit: string): Answer {
    const listed = execFileSync('git', ['ls-tree', commit], { cwd: this.folder, encoding: 'utf8' });
    const entries = listed.trim().split('\n');
    const tree = entries.map(entry => {
      const [, type, sha, path] = entry.split(/\s/);
      return { path, type, sha };
    });
    return { status: 200, body: { sha: commit, tree, truncated: false } };
  }

  #listArtifacts(query: URLSearchParams) {
    const found = this.artifacts.filter(({ name }) => name === query.get('name'));
    const artifacts = found.map(({ name, run }, index) => ({
      name,
      expired: false,
      created_at: new Date(index * 1000).toISOString(),
      workflow_run: { id: run },
    }));
    return { total_count: artifacts.length, artifacts };
  }
}
