import { z } from 'zod';
import { type Answer, type Call, Comments, notFound, refused, serveForge } from './forge';

const noteBody = z.object({ body: z.string().max(1_000_000) });

/** The user of the project's access token. */
export const robot = 'project_1217_bot';

/** GitLab, as far as the pipeline uses it: notes of a merge request, generic packages, and the two tokens. */
export class GitLab {
  readonly notes = new Comments();
  /** Content of packages by path. */
  readonly packages = new Map<string, Buffer>();
  address = '';

  private constructor(
    private readonly jobToken: string,
    private readonly noteToken: string,
  ) {}

  static async start(tokens: { readonly job: string; readonly note: string }): Promise<GitLab> {
    const gitlab = new GitLab(tokens.job, tokens.note);
    gitlab.address = await serveForge(call => gitlab.answer(call));
    return gitlab;
  }

  private answer(call: Call): Answer {
    const path = call.path.replace('/projects/1217', '');
    if (path.startsWith('/store/')) return this.#answerStore(call, path.replace('/store', ''));
    if (path.startsWith('/packages/generic/'))
      return call.headers['job-token'] === this.jobToken ? this.#answerPackage(call, path) : refused;
    if (call.headers['private-token'] !== this.noteToken) return refused;
    if (path === '/user') return { status: 200, body: this.#user(robot) };
    return this.#answerNotes(call, path);
  }

  /** The store of objects that a download is redirected to. It refuses a request that has a token of GitLab. */
  #answerStore({ headers }: Call, path: string): Answer {
    if ('job-token' in headers) return refused;
    const content = this.packages.get(path);
    return content === undefined ? notFound : { status: 200, body: content };
  }

  #answerPackage({ method, body }: Call, path: string): Answer {
    if (method === 'PUT') {
      this.packages.set(path, body);
      return { status: 201, body: { message: '201 Created' } };
    }
    if (!this.packages.has(path)) return notFound;
    return { status: 302, body: {}, location: `${this.address}/store${path}` };
  }

  #answerNotes({ method, query, body }: Call, path: string): Answer {
    const shown = ({ id, author, body: text }: Comments['all'][number]) => ({
      id,
      author: this.#user(author),
      body: text,
    });
    const notes = '/merge_requests/7/notes';
    if (method === 'GET' && path === notes) return { status: 200, body: this.notes.page(query).map(shown) };
    const { body: text } = noteBody.parse(JSON.parse(body.toString()));
    if (method === 'POST' && path === notes) return { status: 201, body: shown(this.notes.add(robot, text)) };
    const note = this.notes.all.find(({ id }) => path === `${notes}/${id}`);
    if (method !== 'PUT' || note === undefined) return notFound;
    note.body = text;
    return { status: 200, body: shown(note) };
  }

  #user(username: string) {
    return { id: username === robot ? 1 : 2, username };
  }
}
