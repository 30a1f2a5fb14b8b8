import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Cdk } from '../../generate-bindings-from-schema';
import { npmPackage } from '../npm-package';
import { validate } from './hcl';
import type { Place, RunOptions } from './place';

const project = z.object({ app: z.string(), context: z.record(z.string(), z.unknown()) });

/** Copies the published example of a language to a place: the program that its users begin with. */
export function copyExample(cdk: Cdk, language: string, place: Place): string {
  const folder = place.path('example');
  cpSync(join(npmPackage(cdk), 'examples', language), folder, { recursive: true });
  return folder;
}

/**
 * Runs the program of an example as the CLI of its CDK does. Terraform then finds the provider beside the stack.
 *
 * @throws if the program fails, or if it delivers no stack or no provider
 */
export async function synthesize(place: Place, folder: string, options: RunOptions = {}): Promise<void> {
  const { app, context } = project.parse(JSON.parse(readFileSync(join(folder, 'cdktf.json'), 'utf8')));
  const environment = { ...options.environment, CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  await place.run(['sh', '-c', app], { cwd: folder, environment });
  const stack = join(folder, 'cdktf.out', 'stacks', 'security-operations');
  for (const name of ['cdk.tf.json', 'terraform.d/plugins'])
    if (!existsSync(join(stack, name))) throw new Error(`${app} has not written ${name} to ${stack}.`);
  await validate(place, stack);
}
