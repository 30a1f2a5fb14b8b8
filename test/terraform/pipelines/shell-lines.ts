import { readFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { parse } from 'yaml';
import { z } from 'zod';
import { temporaryFolder } from '../../../scripts/package/temporary-folder';

export type Texts = Readonly<Record<string, string>>;

const texts = z.record(z.string(), z.coerce.string()).default({});
const steps = z.array(z.object({ name: z.string().default(''), run: z.string().optional(), env: texts }));
const job = z.looseObject({ env: texts, environment: z.string().default(''), permissions: texts, steps });
const workflow = z.object({ env: texts, jobs: z.record(z.string(), job) });
const action = z.object({ runs: z.object({ steps }) });

export const githubFolder = 'examples/ci/github-actions/.github';

export const readWorkflow = (name: string) => workflow.parse(parsed(join('workflows', name)));

/**
 * The shell lines of a step of GitHub, and their environment: what the file declares, with the values in place of expressions.
 */
export function githubStep(file: string, jobName: string, name: string, values: Texts) {
  const { env, jobs } = readWorkflow(`${file}.yml`);
  const actions = ['svc-setup', 'svc-current'].map(each => parsed(`actions/${each}/action.yml`));
  const ofActions = actions.flatMap(each => action.parse(each).runs.steps);
  const step = [...ofActions, ...(jobs[jobName]?.steps ?? [])].find(each => each.name === name);
  if (step?.run === undefined) throw new Error(`${file} has no shell lines ${name}.`);
  const declared = Object.entries({ ...env, ...jobs[jobName]?.env, ...step.env }).map(
    ([key, text]) => [key, values[key] ?? text] as const,
  );
  const unknown = declared.find(([, text]) => text.includes('${{'));
  if (unknown !== undefined) throw new Error(`No value for ${unknown[0]}.`);
  return { lines: step.run, environment: Object.fromEntries(declared) };
}

const parsed = (file: string): unknown => parse(readFileSync(join(githubFolder, file), 'utf8'));

const scripts = z.object({ before_script: z.array(z.string()), script: z.array(z.string()) });

/** A repository with the example of GitLab: its last commit adds the configuration. */
export async function gitlabRepository(): Promise<string> {
  const folder = temporaryFolder(tmpdir(), 'svc-gitlab-');
  await cp('examples/ci/gitlab', folder, { recursive: true });
  const author = '-c user.name=Someone -c user.email=someone@example.com';
  await execa(
    `git init --quiet --initial-branch=main && git remote add origin git@forge.example:acme/security.git
    git ${author} commit --quiet --allow-empty --message=Base && git update-ref refs/remotes/origin/main HEAD
    mkdir infrastructure && touch infrastructure/main.tf && git add . && git ${author} commit --quiet --message=Add`,
    { cwd: folder, shell: true },
  );
  return folder;
}

/** Runs gitlab-ci-local. Unless an option says otherwise, it checks the pipeline against GitLab's schema. */
export async function gitlabCiLocal(
  folder: string,
  options: readonly string[],
  variables: Texts,
): Promise<string> {
  const program = resolve('node_modules/gitlab-ci-local/src/index.js');
  const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
  // The program keeps files in the home of its user.
  const settings = { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder }, extendEnv: false };
  return (await execa(process.execPath, [program, ...options, ...given], settings)).stdout;
}

/** Gives the shell lines of a job of GitLab: those before each job of its kind, and its own. */
export async function gitlabLines() {
  resolvedPipeline ??= gitlabRepository().then(folder => gitlabCiLocal(folder, ['--preview'], {}));
  const jobs = z.record(z.string(), z.unknown()).parse(parse(await resolvedPipeline));
  return (name: string) => {
    const { before_script: before, script } = scripts.parse(jobs[name]);
    return { before: before.join('\n'), own: script.join('\n') };
  };
}

let resolvedPipeline: Promise<string> | undefined;
