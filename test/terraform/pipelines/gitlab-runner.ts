import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type GitLabJob, type GitLabPipeline, readPipeline } from './gitlab-pipeline';
import type { Repository } from './repository';
import { runShell, type StepResult } from './shell-step';

type Texts = Readonly<Record<string, string>>;

export interface GitLabEvent {
  /** CI_PIPELINE_SOURCE. */
  readonly source: 'merge_request_event' | 'push' | 'schedule' | 'web';
  readonly commit: string;
  /** Project of the source branch: a fork has another one. */
  readonly sourceProject?: string;
}

export interface GitLabRunnerOptions {
  readonly repository: Repository;
  /** What GitLab predefines, and variables without a scope. */
  readonly variables: Texts;
  /** Variables by the environment that they are scoped to. */
  readonly secrets: Readonly<Record<string, Texts>>;
}

export type PipelineRun = Readonly<Record<string, StepResult>>;

/** Runs the jobs of a pipeline in order. Each job begins on an empty machine, at the same path. */
export class GitLabRunner {
  /** All that jobs have said, for the search for secrets. */
  readonly said: string[] = [];
  #runs = 0;

  private constructor(
    private readonly options: GitLabRunnerOptions,
    readonly folder: string,
  ) {}

  static async create(options: GitLabRunnerOptions): Promise<GitLabRunner> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-runner-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
    return new GitLabRunner(options, folder);
  }

  async run(event: GitLabEvent): Promise<PipelineRun> {
    this.#runs += 1;
    const predefined = this.#predefined(event);
    const look = join(this.folder, 'look');
    await this.#checkOut(event.commit, look);
    const pipeline = await readPipeline(look, predefined);
    const done: Record<string, StepResult> = {};
    let failed: string | undefined;
    for (const [name, job] of Object.entries(pipeline.jobs)) {
      // Jobs of one stage run beside each other, so a failure ends the stages after it.
      if (failed !== undefined && failed !== job.stage && job.when !== 'always') continue;
      const result = await this.#runJob(name, job, { event, pipeline, predefined });
      if (result.code !== 0) failed ??= job.stage;
      done[name] = result;
      this.said.push(result.output);
    }
    return done;
  }

  get #project(): string {
    return join(this.folder, 'builds', 'acme', 'security');
  }

  async #runJob(
    name: string,
    job: GitLabJob,
    { event, pipeline, predefined }: { event: GitLabEvent; pipeline: GitLabPipeline; predefined: Texts },
  ): Promise<StepResult> {
    await rm(this.#project, { recursive: true, force: true });
    if (job.variables['GIT_STRATEGY'] === 'none') await mkdir(this.#project, { recursive: true });
    else await this.#checkOut(event.commit, this.#project);
    for (const { job: needed } of job.needs ?? []) {
      const kept = this.artifacts(needed);
      if (existsSync(kept)) await cp(kept, this.#project, { recursive: true });
    }
    const result = await this.#shell(name, job, { ...predefined, ...pipeline.variables, ...job.variables });
    if (result.code === 0 || job.artifacts?.when === 'always') await this.#keep(name, job);
    return result;
  }

  async #shell(name: string, job: GitLabJob, variables: Texts): Promise<StepResult> {
    const home = join(this.folder, `home-${this.#runs}-${name}`);
    await mkdir(home);
    // GitLab replaces $CI_PROJECT_DIR in the variables of a file.
    const expanded = Object.entries(variables).map(
      ([key, value]) => [key, value.replaceAll('$CI_PROJECT_DIR', this.#project)] as const,
    );
    return runShell({
      script: [...job.before_script, ...job.script].join('\n'),
      folder: this.#project,
      environment: {
        PATH: `${this.options.repository.programs}:${process.env['PATH'] ?? ''}`,
        HOME: home,
        ...Object.fromEntries(expanded),
        ...this.options.secrets[job.environment?.name ?? ''],
      },
    });
  }

  /** Where the artefacts of a job of this pipeline are. */
  artifacts(job: string): string {
    return join(this.folder, 'artifacts', `${this.#runs}-${job}`);
  }

  async #keep(name: string, job: GitLabJob): Promise<void> {
    for (const path of job.artifacts?.paths ?? []) {
      const from = join(this.#project, path);
      if (existsSync(from)) await cp(from, join(this.artifacts(name), path), { recursive: true });
    }
  }

  /** `rules:changes` compares with the default branch before the change. */
  async #checkOut(commit: string, folder: string): Promise<void> {
    const { repository } = this.options;
    await repository.checkOut(commit, folder);
    await repository.markBase(folder);
  }

  #predefined({ source, sourceProject = '1217' }: GitLabEvent): Texts {
    return {
      ...this.options.variables,
      CI: 'true',
      CI_PROJECT_ID: '1217',
      CI_PIPELINE_SOURCE: source,
      CI_DEFAULT_BRANCH: 'main',
      ...(source === 'merge_request_event'
        ? { CI_MERGE_REQUEST_IID: '7', CI_MERGE_REQUEST_SOURCE_PROJECT_ID: sourceProject }
        : { CI_COMMIT_BRANCH: 'main' }),
    };
  }
}
