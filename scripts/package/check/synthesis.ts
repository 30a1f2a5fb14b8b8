import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { validate } from './hcl';
import type { Place } from './place';

const project = z.object({ app: z.string(), context: z.record(z.string(), z.unknown()) });

/**
 * Runs the program of an example as the CLI of its CDK does. Terraform then finds the provider beside the stack.
 *
 * @throws if the program fails, or if it delivers no stack or no provider
 */
export async function synthesize(place: Place, folder: string): Promise<void> {
  const { app, context } = project.parse(JSON.parse(readFileSync(join(folder, 'cdktf.json'), 'utf8')));
  const environment = { CDKTF_CONTEXT_JSON: JSON.stringify(context) };
  await place.run(['sh', '-c', app], { cwd: folder, environment });
  const stack = join(folder, 'cdktf.out', 'stacks', 'security-operations');
  for (const name of ['cdk.tf.json', 'terraform.d/plugins'])
    if (!existsSync(join(stack, name))) throw new Error(`${app} has not written ${name} to ${stack}.`);
  await validate(place, stack);
}
