import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import type { Machine, StepResult, Texts } from './machine';
import type { Repository } from './repository';

const texts = z.record(z.string(), z.coerce.string()).default({});

const job = z.object({
  extends: z.string().optional(),
  before_script: z.array(z.string()).default([]),
  script: z.array(z.string()).default([]),
  variables: texts,
  needs: z.array(z.string()).default([]),
  environment: z.object({ name: z.string() }).optional(),
  artifacts: z.object({ paths: z.array(z.string()), when: z.string().default('on_success') }).optional(),
});

export interface GitLab {
  readonly repository: Repository;
  readonly machine: Machine;
  /** What GitLab predefines, and variables without a scope. */
  readonly variables: Texts;
  /** Variables by the environment that they are scoped to. */
  readonly secrets: Readonly<Record<string, Texts>>;
}

/** Executes the script of a job, with the artefacts of the jobs that it needs. */
export async function runJob(
  gitlab: GitLab,
  name: string,
  commit: string,
  event: Texts = {},
): Promise<StepResult> {
  const { repository, machine, variables, secrets } = gitlab;
  const file = readFileSync(join(repository.folder, '.gitlab-ci.yml'), 'utf8');
  const pipeline = z.record(z.string(), z.unknown()).parse(parse(file));
  const own = z.record(z.string(), z.unknown()).parse(pipeline[name]);
  const { extends: base = '' } = job.parse(own);
  const merged = job.parse({ ...z.record(z.string(), z.unknown()).optional().parse(pipeline[base]), ...own });
  await machine.begin();
  if (merged.variables['GIT_STRATEGY'] !== 'none') await repository.checkOut(commit, machine.checkout);
  for (const needed of merged.needs) await machine.restore(needed, '.');
  const global = Object.entries(texts.parse(pipeline['variables']));
  const expanded = global.map(([key, value]) => [key, value.replace('$CI_PROJECT_DIR', machine.checkout)]);
  const result = await machine.run([...merged.before_script, ...merged.script].join('\n'), '.', {
    PATH: `${repository.programs}:${process.env['PATH'] ?? ''}`,
    ...Object.fromEntries(expanded),
    ...merged.variables,
    ...variables,
    ...event,
    CI_COMMIT_SHA: commit,
    ...secrets[merged.environment?.name ?? ''],
  });
  const { paths = [], when } = merged.artifacts ?? {};
  if (result.code === 0 || when === 'always')
    for (const path of paths) await machine.keep(path, join(name, path));
  return result;
}
