import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { prepareGround } from './ground';
import { githubStep, gitlabLines, type Texts } from './shell-lines';

type Ground = Awaited<ReturnType<typeof prepareGround>>;

const sha = 'a'.repeat(40);

/** Runs the steps of GitHub's files, as its runner does. @param own what the runner knows of this run */
export function onGithub({ checkout, run, values }: Ground, own: () => Texts = () => ({})) {
  const runner = {
    ...{ GITHUB_OUTPUT: '../output', GITHUB_STEP_SUMMARY: '../summary', GITHUB_RUN_ID: '1' },
    ...{ GITHUB_SERVER_URL: 'https://forge.example', GITHUB_REPOSITORY: 'acme/security', GITHUB_SHA: sha },
  };
  const act = async (file: string, job: string, step: string, given: Texts = {}) => {
    const all = { STEP: 'apply', ...values, ...own(), ...given };
    const { lines, environment } = githubStep(file, job, step, all);
    return run(lines, 'infrastructure', { ...runner, ...own(), ...environment, ...given });
  };
  const fileOf = (name: string) => readFile(join(checkout, name), 'utf8').catch(() => '');
  return {
    act,
    fileOf,
    succeed: async (...of: Parameters<typeof act>) => {
      const { code, output } = await act(...of);
      expect(code, output).toBe(0);
    },
    /** Runs a schedule: the exit codes of the steps that plan, whether something is due, and those of its apply. */
    schedule: async () => {
      for (const made of ['output', 'summary', 'svc-plan'])
        await rm(join(checkout, made), { recursive: true, force: true });
      const plan = [];
      for (const step of ['Plan', 'Report', 'Is it due'])
        plan.push((await act('svc-apply', 'plan', step)).code);
      const isDue = (await fileOf('output')) === 'due=yes\n';
      if (!isDue) return { plan, isDue, apply: [] };
      const packed = await act('svc-apply', 'plan', 'Encrypt the plans');
      const applied = await act('svc-apply', 'apply', 'Apply', { STEP: 'apply-due' });
      return { plan, isDue, apply: [packed.code, applied.code] };
    },
  };
}

/** Runs the jobs of GitLab's file, each in the checkout of the one that has begun. */
export async function onGitlab({ repository, checkout, run, values }: Ground) {
  const linesOf = await gitlabLines();
  const url = 'https://forge.example/jobs/1';
  // The lines before a job export the last three.
  const predefined = {
    ...{ SVC_STACK: 'default', CI_COMMIT_SHA: sha, CI_JOB_URL: url },
    ...{ SVC_COMMIT: sha, SVC_RUN: url, SVC_REPORT: url },
  };
  const shell = (lines: string, given: Texts = {}, folder = 'infrastructure') =>
    run(lines, folder, { ...predefined, ...values, ...given });
  const job = async (name: string, given?: Texts) => {
    // An apply has the artefact of its plan, and no other job has one.
    if (name !== 'apply' && name !== 'rotate')
      await rm(join(checkout, 'svc-plan'), { recursive: true, force: true });
    return shell(linesOf(name).own, given);
  };
  return {
    shell,
    /** Runs the lines of a job after those before it. */
    job,
    succeed: async (name: string, given?: Texts) => {
      const { code, output } = await job(name, given);
      expect(code, output).toBe(0);
      return output;
    },
    /** Begins a job: a checkout of what the repository has, and the lines before the job's own that need no forge. */
    begin: async () => {
      await repository.checkOut(checkout);
      return shell(linesOf('plan').before, {}, '.');
    },
  };
}
