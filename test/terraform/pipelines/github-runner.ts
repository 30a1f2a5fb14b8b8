import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { GitHub } from './github';
import { isMet } from './github-expressions';
import { type Action, type JobResult, JobRun } from './github-job';
import { type Job, readWorkflow, type Workflow } from './github-workflow';
import type { Repository } from './repository';

type Texts = Readonly<Record<string, string>>;

export interface GitHubEvent {
  readonly name: 'pull_request' | 'push' | 'schedule' | 'workflow_dispatch';
  readonly commit: string;
  /** True for a pull request of a fork: GitHub hands it no secret. */
  readonly isFork?: boolean;
}

export interface RunnerOptions {
  readonly repository: Repository;
  readonly github: GitHub;
  /** Secrets by environment. A job without an environment has none. */
  readonly secrets: Readonly<Record<string, Texts>>;
  readonly variables: Texts;
}

export type WorkflowRun = Readonly<Record<string, JobResult>>;

const skipped: JobResult = { result: 'skipped', outputs: {}, summary: '', steps: {} };

/** Runs workflows job by job. Each job begins on an empty machine, at the same paths. */
export class GitHubRunner {
  /** All that jobs have said, for the search for secrets. */
  readonly said: string[] = [];
  #runs = 0;

  private constructor(
    private readonly options: RunnerOptions,
    private readonly folder: string,
  ) {}

  static async create(options: RunnerOptions): Promise<GitHubRunner> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-runner-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    return new GitHubRunner(options, folder);
  }

  async run(name: string, event: GitHubEvent): Promise<WorkflowRun> {
    this.#runs += 1;
    this.#note(name, event);
    const file = join(this.options.repository.folder, '.github', 'workflows', `${name}.yml`);
    const workflow = await readWorkflow(file);
    const done: Record<string, JobResult> = {};
    for (const [id, job] of Object.entries(workflow.jobs))
      done[id] = await this.#runJob(workflow, id, job, event, done);
    return done;
  }

  #note(workflow: string, { name: event, commit, isFork = false }: GitHubEvent): void {
    const { github } = this.options;
    github.runs.set(this.#runs, {
      path: `.github/workflows/${workflow}.yml`,
      event,
      head_branch: event === 'pull_request' ? 'feature' : 'main',
      head_sha: commit,
      head_repository: { id: isFork ? 1 : github.repositoryId },
    });
  }

  async #runJob(
    workflow: Workflow,
    id: string,
    job: Job,
    event: GitHubEvent,
    done: WorkflowRun,
  ): Promise<JobResult> {
    const needs = Object.fromEntries(job.needs.map(need => [need, done[need] ?? skipped]));
    const contexts = { ...this.#contexts(job, event), needs };
    const hasFailed = Object.values(needs).some(({ result }) => result !== 'success');
    if (!isMet(job.if, contexts, { hasFailed })) return skipped;
    const folder = join(this.folder, `${this.#runs}-${id}`);
    const result = await new JobRun({
      workflow,
      job,
      contexts,
      workspace: this.#workspace,
      folder,
      environment: this.#environment(),
      actions: this.#actions(event),
    }).run();
    this.said.push(result.summary, ...Object.values(result.steps).map(({ output }) => output));
    return result;
  }

  get #workspace(): string {
    return join(this.folder, 'work', 'security', 'security');
  }

  #environment(): Texts {
    const { repository, github } = this.options;
    return {
      PATH: `${repository.programs}:${process.env['PATH'] ?? ''}`,
      CI: 'true',
      GITHUB_API_URL: github.address,
      GITHUB_REPOSITORY: github.repository,
      GITHUB_REPOSITORY_ID: String(github.repositoryId),
    };
  }

  #contexts(job: Job, { name, commit, isFork = false }: GitHubEvent) {
    const { github, secrets, variables } = this.options;
    const head = { sha: commit, repo: { full_name: isFork ? 'stranger/security' : github.repository } };
    return {
      github: {
        event_name: name,
        ref: name === 'pull_request' ? 'refs/pull/7/merge' : 'refs/heads/main',
        sha: commit,
        repository: github.repository,
        run_id: this.#runs,
        run_attempt: 1,
        token: github.tokenWith(job.permissions),
        workspace: this.#workspace,
        event: {
          repository: { default_branch: 'main' },
          ...(name === 'pull_request' ? { pull_request: { number: 7, head } } : {}),
        },
      },
      secrets: isFork ? {} : (secrets[job.environment ?? ''] ?? {}),
      vars: variables,
    };
  }

  /** What a runner provides. Artefacts and caches are copies of folders. */
  #actions({ commit }: GitHubEvent): Readonly<Record<string, Action>> {
    const { repository, github } = this.options;
    const nothing: Action = async () => {};
    return {
      'actions/checkout': (_, workspace) => repository.checkOut(commit, workspace),
      'actions/setup-node': nothing,
      'hashicorp/setup-terraform': nothing,
      'actions/upload-artifact': async ({ name = '', path = '' }, workspace) => {
        const folder = join(this.folder, 'artifacts', `${this.#runs}-${name}`);
        await cp(join(workspace, path), folder, { recursive: true });
        github.artifacts.push({ name, folder, run: this.#runs });
      },
      'actions/download-artifact': async ({ name, path = '', ...inputs }, workspace) => {
        const run = Number(inputs['run-id'] ?? this.#runs);
        const found = github.artifacts.find(artifact => artifact.name === name && artifact.run === run);
        if (found === undefined) throw new Error(`There is no artefact ${name} in run ${run}.`);
        await cp(found.folder, join(workspace, path), { recursive: true });
      },
      'actions/cache/restore': async (inputs, workspace) => {
        const prefix = inputs['restore-keys'] ?? '';
        const caches = join(this.folder, 'caches');
        await mkdir(caches, { recursive: true });
        const found = (await readdir(caches)).filter(key => key.startsWith(prefix)).at(-1);
        if (found !== undefined) await copyFolder(join(caches, found), join(workspace, inputs['path'] ?? ''));
      },
      // The real one, too, only warns of a path that does not exist.
      'actions/cache/save': async ({ key = '', path = '' }, workspace) => {
        const from = join(workspace, path);
        if (existsSync(from)) await copyFolder(from, join(this.folder, 'caches', key));
      },
    };
  }
}

async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { recursive: true, preserveTimestamps: true });
}
