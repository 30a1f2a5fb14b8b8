import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import type { Cdk } from '../generate-bindings';

const assembly = z.object({
  version: z.string(),
  targets: z.object({
    java: z.object({ maven: z.object({ groupId: z.string(), artifactId: z.string() }) }),
    go: z.object({ moduleName: z.string(), packageName: z.string() }),
  }),
});

/** The library of a CDK in its npm package, from which those for other languages are made where a registry lacks them. */
export function libraryOf(cdk: Cdk) {
  const folder = dirname(require.resolve(`${cdk}/package.json`));
  const { version, targets } = assembly.parse(JSON.parse(readFileSync(join(folder, '.jsii'), 'utf8')));
  return { folder, version, java: targets.java.maven, go: targets.go };
}
