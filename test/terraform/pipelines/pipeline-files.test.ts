import { readdirSync, readFileSync } from 'node:fs';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { parseAction } from '@actions/workflow-parser/actions/action-parser';
import { describe, expect, it } from 'vitest';
import { needFeature } from '../../harness/terraform/needed-feature';
import { readWorkflow } from './github-workflow';
import { PipelineRefused, readPipeline } from './gitlab-pipeline';
import { Repository } from './repository';

const top = 'examples/ci/github-actions/.github';
const workflows = readdirSync(join(top, 'workflows')).map(name => join(top, 'workflows', name));
const action = join(top, 'actions/svc-setup/action.yml');

/** What GitHub's own parser, with GitHub's schema, has against a file. It parses what stands in `${{ }}`, too. */
function findingsOn(name: string, content: string): readonly string[] {
  const parser = name === action ? parseAction : parseWorkflow;
  const { context } = parser({ name, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}

describe.each([...workflows, action])('%s', file => {
  const content = readFileSync(file, 'utf8');

  it('fits the schema of GitHub', () => {
    expect(findingsOn(file, content)).toEqual([]);
  });

  it('uses actions by commit, with the version beside it', () => {
    const used = [...content.matchAll(/uses: (.*)$/gm)].map(([, name = '']) => name);
    const floating = used.filter(name => !/^\.\/|^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name));
    expect(floating).toEqual([]);
  });
});

it.each([
  ['a key that GitHub does not know', 'jobs:', 'jobz:'],
  ['an expression that does not parse', 'github.run_attempt }}', 'github.run_attempt == }}'],
])('%s is found', (_, right, wrong) => {
  const [file = ''] = workflows;
  expect(findingsOn(file, readFileSync(file, 'utf8').replace(right, wrong))).not.toEqual([]);
});

describe.each(workflows)('%s', file => {
  const content = readFileSync(file, 'utf8');

  it('has no permission but those of its jobs, and one run at a time', () => {
    expect(content).toMatch(/^permissions: \{\}$/m);
    expect(content).toMatch(/^concurrency:\n {2}group: /m);
    expect(content).not.toContain('pull_request_target');
  });

  it('gives secrets to jobs of a protected environment alone, and lets none of them write', async () => {
    const { jobs } = await readWorkflow(file);
    for (const [name, { environment, permissions, ...job }] of Object.entries(jobs)) {
      const hasSecrets = JSON.stringify(job).includes('secrets.');
      expect(environment !== undefined, name).toBe(hasSecrets);
      const written = Object.entries(permissions).filter(([, level]) => level === 'write');
      expect(
        written.map(([scope]) => scope),
        name,
      ).toEqual(hasSecrets ? ['id-token'] : name === 'comment' ? ['pull-requests'] : []);
    }
  });
});

it('.gitlab-ci.yml fits the schema of GitLab, and a key that GitLab does not know is found', async context => {
  await needFeature('write-only arguments', context);
  const repository = await Repository.create('gitlab');
  await repository.markBase(repository.folder);
  const pipeline = await readPipeline(repository.folder, { CI_PIPELINE_SOURCE: 'schedule' });
  expect(Object.keys(pipeline.jobs)).toEqual(['drift', 'inventory']);
  await appendFile(join(repository.folder, '.gitlab-ci.yml'), '\nlate:\n  scrpt: [echo]\n');
  await expect(readPipeline(repository.folder, { CI_PIPELINE_SOURCE: 'schedule' })).rejects.toThrow(
    PipelineRefused,
  );
});
