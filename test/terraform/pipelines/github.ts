import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Forge } from './forge';
import type { Machine, StepResult, Texts } from './machine';
import type { Repository } from './repository';

const texts = z.record(z.string(), z.coerce.string()).default({});

const steps = z.array(
  z.object({
    name: z.string().default('unnamed'),
    if: z.string().optional(),
    uses: z.string().optional(),
    run: z.string().optional(),
    with: texts,
    env: texts,
  }),
);

const workflow = z.object({
  env: texts,
  jobs: z.record(
    z.string(),
    z.object({
      environment: z.string().default(''),
      permissions: texts,
      env: texts,
      defaults: z.object({ run: z.object({ 'working-directory': z.string() }) }).optional(),
      steps,
    }),
  ),
});

const action = z.object({ runs: z.object({ steps }) });

type Step = z.infer<typeof steps>[number];

export interface JobResult {
  readonly hasFailed: boolean;
  readonly summary: string;
  /** Steps that ran, by name. */
  readonly steps: Readonly<Record<string, StepResult>>;
}

export interface GitHub {
  readonly repository: Repository;
  readonly forge: Forge;
  readonly machine: Machine;
  readonly secrets: Readonly<Record<string, Texts>>;
  readonly variables: Texts;
  /** How each job ended at last. */
  readonly results?: Map<string, string>;
}

export const readWorkflow = async (file: string) => workflow.parse(parse(await readFile(file, 'utf8')));

/**
 * Executes the shell steps of a job in order. Of actions, it knows artefacts, caches and the composite one of the example.
 *
 * @param again steps to execute once more, on the machine as the job has left it
 */
export async function runJob(
  github: GitHub,
  file: string,
  name: string,
  commit: string,
  again?: readonly string[],
): Promise<JobResult> {
  const { repository, forge, machine, secrets, variables } = github;
  const { env, jobs } = await readWorkflow(join(repository.folder, '.github/workflows', `${file}.yml`));
  const job = jobs[name];
  if (job === undefined) throw new Error(`There is no job ${name}.`);
  if (again === undefined) await machine.begin();
  if (again === undefined && job.steps.some(({ uses = '' }) => uses.startsWith('actions/checkout@')))
    await repository.checkOut(commit, machine.checkout);
  const values = {
    ...prefixed('secrets', secrets[job.environment] ?? {}),
    ...prefixed('vars', variables),
    'github.token': forge.tokenFor(job.permissions['pull-requests'] ?? job.permissions['issues']),
    'github.workspace': machine.checkout,
    'github.event.pull_request.number': '7',
    'github.event.pull_request.head.sha': commit,
    'github.run_id': '1',
    'github.run_attempt': '1',
    ...Object.fromEntries(
      [...(github.results ?? [])].map(([job, result]) => [`needs.${job}.result`, result]),
    ),
  };
  const summary = join(await mkdtemp(join(machine.folder, 'summary-')), 'summary.md');
  const place = job.defaults?.run['working-directory'] ?? 'infrastructure';
  const environment = {
    PATH: `${repository.programs}:${process.env['PATH'] ?? ''}`,
    GITHUB_API_URL: forge.address,
    GITHUB_SERVER_URL: 'https://forge.example',
    GITHUB_RUN_ID: '1',
    GITHUB_REPOSITORY: 'acme/security',
    GITHUB_SHA: commit,
    GITHUB_OUTPUT: '/dev/null',
    GITHUB_STEP_SUMMARY: summary,
    ...filled({ ...env, ...job.env }, values),
  };
  const done: Record<string, StepResult> = {};
  let hasFailed = false;
  for (const [step, given] of await allSteps(job.steps, values, machine)) {
    if (
      again?.includes(step.name) === false ||
      (hasFailed && !/always\(\)|!cancelled\(\)/.test(step.if ?? ''))
    )
      continue;
    if (step.uses !== undefined) await useAction(step.uses, filled(step.with, given), machine);
    if (step.run === undefined) continue;
    const result = await machine.run(fill(step.run, given), place, {
      ...environment,
      ...filled(step.env, given),
    });
    done[step.name] = result;
    hasFailed ||= result.code !== 0;
  }
  github.results?.set(name, hasFailed ? 'failure' : 'success');
  return { hasFailed, summary: existsSync(summary) ? await readFile(summary, 'utf8') : '', steps: done };
}

/** The steps of a job and of its composite action, with the values that they see. */
async function allSteps(own: readonly Step[], values: Texts, machine: Machine): Promise<[Step, Texts][]> {
  const nested = own.map(async (step): Promise<[Step, Texts][]> => {
    if (step.uses?.startsWith('./') !== true) return [[step, values]];
    const file = join(machine.checkout, step.uses, 'action.yml');
    const inputs = { connection: '', 'init-options': '', ...filled(step.with, values) };
    const { runs } = action.parse(parse(await readFile(file, 'utf8')));
    return runs.steps.map(each => [each, prefixed('inputs', inputs)]);
  });
  return (await Promise.all(nested)).flat();
}

async function useAction(uses: string, { name, key, path = '' }: Texts, machine: Machine): Promise<void> {
  if (uses.startsWith('actions/upload-artifact@')) await machine.keep(path, name ?? '');
  if (uses.startsWith('actions/download-artifact@')) await machine.restore(name ?? '', path);
  if (uses.startsWith('actions/cache/save@')) await machine.keep(path, key ?? '');
  if (uses.startsWith('actions/cache/restore@')) await machine.restore(key ?? '', path);
}

const prefixed = (prefix: string, values: Texts): Texts =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]));

const filled = (given: Texts, values: Texts): Texts =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [name, fill(value, values)]));

/** Without an environment, and for a pull request of a fork, GitHub replaces a secret by nothing. */
function fill(given: string, values: Texts): string {
  return given.replace(/\$\{\{ (.*?) \}\}/g, (_, name: string) => {
    const value = values[name] ?? (name.startsWith('secrets.') ? '' : undefined);
    if (value === undefined && !name.startsWith('vars.'))
      throw new Error(`This runner has no value ${name}.`);
    return value ?? '';
  });
}
