import { readFileSync } from 'node:fs';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { scripts } from '../../../package.json';
import { parts } from '../../../scripts/package/parts';

const name = '.github/workflows/release.yml';
const content = readFileSync(name, 'utf8');
const job = z.looseObject({ environment: z.string().optional() });
const { jobs } = z.object({ jobs: z.record(z.string(), job) }).parse(parse(content));

it('the release workflow fits the schema of GitHub', () => {
  const { context } = parseWorkflow({ name, content }, new NoOperationTraceWriter());
  expect(context.errors.getErrors().map(({ message }) => message)).toEqual([]);
});

it('it uses actions by commit, and gives secrets to jobs of the protected environment alone', () => {
  for (const [, action = ''] of content.matchAll(/uses: (.*)$/gm))
    expect(action).toMatch(/^[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  for (const definition of Object.values(jobs))
    if (JSON.stringify(definition).includes('secrets.')) expect(definition.environment).toBe('release');
});

it('it publishes folders of parts, and runs scripts that exist', () => {
  const folders = [...content.matchAll(/dist\/packages\/(\$cdk\/)?(\w+)/g)].map(([, cdk = '', part]) =>
    `${cdk}${part}`.replace('$cdk', 'cdktf'),
  );
  expect(folders).toHaveLength(6);
  expect(parts.map(part => part.name)).toEqual(expect.arrayContaining(folders));
  for (const [, script = ''] of content.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script);
});
