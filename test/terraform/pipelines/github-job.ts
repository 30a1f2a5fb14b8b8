import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Contexts, fillIn, isMet } from './github-expressions';
import { type Job, readAction, type Step, type Workflow } from './github-workflow';
import { runShell, type StepResult } from './shell-step';

type Texts = Readonly<Record<string, string>>;

/** What an action of somebody else does, by what a runner shows of it. */
export type Action = (inputs: Texts, workspace: string) => Promise<void>;

export interface JobGround {
  readonly workflow: Workflow;
  readonly job: Job;
  readonly contexts: Contexts;
  /** Folder of the checkout: each job finds it at the same path, and empty. */
  readonly workspace: string;
  /** Home, temporary files and command files of this job. */
  readonly folder: string;
  readonly environment: Texts;
  /** Actions by name, without version. */
  readonly actions: Readonly<Record<string, Action>>;
}

export interface JobResult {
  readonly result: 'success' | 'failure' | 'skipped';
  readonly outputs: Texts;
  readonly summary: string;
  /** Steps that ran, by name. */
  readonly steps: Readonly<Record<string, StepResult>>;
}

/** Executes the steps of a job in order, and nothing of GitHub but the files and the environment that steps see. */
export class JobRun {
  readonly #steps: Record<string, StepResult> = {};
  readonly #outputs: Record<string, { outputs: Texts }> = {};
  #hasFailed = false;

  constructor(private readonly ground: JobGround) {}

  async run(): Promise<JobResult> {
    const { job, workspace, folder } = this.ground;
    await rm(workspace, { recursive: true, force: true });
    for (const path of [workspace, folder, join(folder, 'home'), join(folder, 'tmp')])
      await mkdir(path, { recursive: true });
    for (const step of job.steps) await this.#take(step, this.#contexts());
    const summary = join(folder, 'summary');
    return {
      result: this.#hasFailed ? 'failure' : 'success',
      outputs: filled(job.outputs, this.#contexts()),
      summary: existsSync(summary) ? await readFile(summary, 'utf8') : '',
      steps: this.#steps,
    };
  }

  #contexts(): Contexts {
    return { ...this.ground.contexts, steps: this.#outputs };
  }

  async #take(step: Step, contexts: Contexts): Promise<void> {
    if (!isMet(step.if, contexts, { hasFailed: this.#hasFailed })) return;
    if (step.uses !== undefined) return this.#use(step, step.uses, contexts);
    const result = await this.#shell(step, contexts);
    this.#steps[step.name ?? step.run ?? ''] = result;
    if (result.code !== 0) this.#hasFailed = true;
  }

  async #use(step: Step, uses: string, contexts: Contexts): Promise<void> {
    const inputs = filled(step.with, contexts);
    if (uses.startsWith('./')) return this.#composite(uses, inputs, contexts);
    const [name = ''] = uses.split('@');
    const action = this.ground.actions[name];
    if (action === undefined) throw new Error(`This runner has no action ${name}.`);
    await action(inputs, this.ground.workspace);
  }

  async #composite(path: string, given: Texts, contexts: Contexts): Promise<void> {
    const { inputs, runs } = await readAction(join(this.ground.workspace, path, 'action.yml'));
    const defaults = Object.entries(inputs).map(([name, { default: value = '' }]) => [name, value] as const);
    // An action sees its inputs, and no secret that it is not given.
    const own = { github: contexts['github'], inputs: { ...Object.fromEntries(defaults), ...given } };
    for (const step of runs.steps) await this.#take(step, own);
  }

  async #shell(step: Step, contexts: Contexts): Promise<StepResult> {
    const { workflow, job, workspace, folder, environment } = this.ground;
    const output = join(folder, 'output');
    await writeFile(output, '');
    const place =
      step['working-directory'] ??
      job.defaults?.run['working-directory'] ??
      workflow.defaults?.run['working-directory'] ??
      '.';
    const result = await runShell({
      script: fillIn(step.run ?? '', contexts),
      folder: join(workspace, place),
      environment: {
        ...environment,
        HOME: join(folder, 'home'),
        TMPDIR: join(folder, 'tmp'),
        GITHUB_OUTPUT: output,
        GITHUB_STEP_SUMMARY: join(folder, 'summary'),
        ...filled(workflow.env, contexts),
        ...filled(job.env, contexts),
        ...filled(step.env, contexts),
      },
    });
    const lines = (await readFile(output, 'utf8')).split('\n').filter(line => line !== '');
    const outputs = Object.fromEntries(lines.map(line => line.split(/=(.*)/s).slice(0, 2)));
    if (step.id !== undefined) this.#outputs[step.id] = { outputs };
    return result;
  }
}

export function filled(values: Texts, contexts: Contexts): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, fillIn(value, contexts)] as const),
  );
}
