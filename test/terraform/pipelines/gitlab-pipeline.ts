import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { z } from 'zod';

const execute = promisify(execFile);
const program = resolve('node_modules/gitlab-ci-local/src/index.js');

const texts = z.record(z.string(), z.coerce.string()).default({});

const job = z.object({
  stage: z.string(),
  before_script: z.array(z.string()).default([]),
  script: z.array(z.string()),
  variables: texts,
  needs: z.array(z.object({ job: z.string() })).optional(),
  when: z.string().optional(),
  environment: z.object({ name: z.string() }).optional(),
  artifacts: z.object({ paths: z.array(z.string()), when: z.string().default('on_success') }).optional(),
});

export type GitLabJob = z.infer<typeof job>;

export interface GitLabPipeline {
  readonly variables: Readonly<Record<string, string>>;
  /** The jobs that the rules select, in the order of their stages. */
  readonly jobs: Readonly<Record<string, GitLabJob>>;
}

/** The pipeline is not what GitLab's schema says, or cannot be made. The message is that of gitlab-ci-local. */
export class PipelineRefused extends Error {
  override readonly name = 'PipelineRefused';
}

/**
 * Reads `.gitlab-ci.yml` of a checkout as GitLab does for an event. The package gitlab-ci-local checks the file against
 * GitLab's schema, applies `extends` and `default`, and evaluates the rules.
 */
export async function readPipeline(
  checkout: string,
  variables: Readonly<Record<string, string>>,
): Promise<GitLabPipeline> {
  const given = Object.entries(variables).flatMap(([name, value]) => ['--variable', `${name}=${value}`]);
  const [expanded, listed] = await Promise.all(
    ['--preview', '--list-csv'].map(option => ask(checkout, [option, ...given])),
  );
  const { variables: own, ...rest } = z.record(z.string(), z.unknown()).parse(parse(expanded ?? ''));
  const [, ...rows] = (listed ?? '').trim().split('\n');
  const names = rows.map(row => row.split(';')[0] ?? '');
  return {
    variables: texts.parse(own),
    jobs: Object.fromEntries(names.map(name => [name, job.parse(rest[name])])),
  };
}

async function ask(checkout: string, parameters: readonly string[]): Promise<string> {
  // The program keeps files in the home of its user.
  const env = { PATH: process.env['PATH'], HOME: checkout };
  try {
    return (await execute(process.execPath, [program, ...parameters], { cwd: checkout, env })).stdout;
  } catch (error) {
    const said = z.object({ stdout: z.string(), stderr: z.string() }).parse(error);
    throw new PipelineRefused(said.stderr + said.stdout);
  }
}
