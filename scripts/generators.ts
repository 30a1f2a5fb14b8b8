import { readFileSync } from 'node:fs';
import { z } from 'zod';

export interface Generator {
  /** A script in package.json. */
  readonly script: string;
  /** The committed files and folders that it writes. */
  readonly paths: readonly string[];
}

/** In the order of their dependencies. */
const known: readonly Generator[] = [
  { script: 'generate:protocol', paths: ['src/plugin/protocol/gen'] },
  { script: 'generate:bindings', paths: ['src/constructs/gen'] },
  {
    script: 'generate:docs',
    paths: ['docs/index.md', 'docs/resources', 'docs/data-sources', 'docs/functions'],
  },
  { script: 'generate:report-schema', paths: ['docs/report.schema.json'] },
  { script: 'generate:api', paths: ['docs/api'] },
];

export function generators(): readonly Generator[] {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')));
  return known.filter(generator => scripts[generator.script] !== undefined);
}
