import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { scripts } from '../../../package.json';
import { parts } from '../../../scripts/package/parts';
import { parts as testParts } from '../../../scripts/test-parts';

const job = z.looseObject({
  environment: z.string().optional(),
  strategy: z.object({ matrix: z.record(z.string(), z.array(z.unknown())) }).optional(),
  steps: z.array(z.looseObject({ run: z.string().optional() })),
});

function workflow(name: string) {
  const content = readFileSync(name, 'utf8');
  const { jobs } = z.object({ jobs: z.record(z.string(), job) }).parse(parse(content));
  return { content, jobs, commands: (of: string) => jobs[of]?.steps.map(({ run }) => run) };
}

/** `test/terraform/pipelines/pipeline-files.test.ts` has what holds for the examples, too. */
describe.each(['.github/workflows/release.yml', '.github/workflows/test.yml'])('%s', name => {
  const { content, jobs } = workflow(name);

  it('gives secrets to jobs of the protected environment alone', () => {
    for (const definition of Object.values(jobs))
      if (JSON.stringify(definition).includes('secrets.')) expect(definition.environment).toBe('release');
  });

  it('leaves no token of a checkout in its folder', () => {
    const checkouts = content.match(/uses: actions\/checkout@/g);
    expect(content.match(/persist-credentials: false/g)).toHaveLength(checkouts?.length ?? 0);
  });

  it('runs scripts that exist', () => {
    for (const [, script = ''] of content.matchAll(/npm run ([\w:]+)/g))
      expect(scripts).toHaveProperty(script);
  });
});

it('a release runs all tests and every language, and publishes folders of parts', () => {
  const { content, commands } = workflow('.github/workflows/release.yml');
  expect(commands('test')).toEqual(expect.arrayContaining(['npm test', 'npm run test:languages']));
  const folders = [...content.matchAll(/dist\/packages\/(\$cdk\/)?(\w+)/g)].map(([, cdk = '', part]) =>
    `${cdk}${part}`.replace('$cdk', 'cdktf'),
  );
  expect(new Set(folders).size).toBe(4);
  expect(parts.map(part => part.name)).toEqual(expect.arrayContaining(folders));
});

it('each push runs `npm test` under each Node.js on Linux and macOS, and each night every part of `npm run test:all`', () => {
  const { jobs, commands } = workflow('.github/workflows/test.yml');
  expect(jobs['test']?.strategy?.matrix).toEqual({
    system: ['ubuntu-latest', 'macos-latest'],
    node: [20, 22, 24],
  });
  expect(commands('test')).toContain('npm test');
  expect(jobs['night']?.strategy?.matrix).toEqual({ part: Object.keys(testParts) });
});
