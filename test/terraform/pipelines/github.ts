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
  /** Repository whose branch the run was for: a fork has another one. */
  readonly headRepository: number;
}

export type Permissions = Readonly<Record<string, string>>;

/** GitHub, as far as the workflows use it: comments, artefacts, and tokens with the permissions of their job. */
export class GitHub {
  readonly comments = new Comments();
  readonly artifacts: Artifact[] = [];
  readonly repository = 'acme/security';
  readonly repositoryId = 4711;
  readonly #permissions = new Map<string, Permissions>();
  address = '';

  static async start(): Promise<GitHub> {
    const github = new GitHub();
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

  #listArtifacts(query: URLSearchParams) {
    const found = this.artifacts.filter(({ name }) => name === query.get('name'));
    const artifacts = found.map(({ name, run, headRepository }, index) => ({
      name,
      expired: false,
      created_at: new Date(index * 1000).toISOString(),
      workflow_run: { id: run, head_repository_id: headRepository },
    }));
    return { total_count: artifacts.length, artifacts };
  }
}
